//! Which nodes of a new program are those of the old one.
//!
//! Plain nodes, such as `sequence`, hold nothing and have no hooks: they may come and go. So they are left out: the children
//! of a node are all that it has below plain nodes. A node matches only within a matched parent.

use bt_compiler::tree::ir::NodeId;

use crate::program::{Node, Program};

/// For each node of the old program: the same node in the new one.
pub fn matching(old: &Program, new: &Program) -> Vec<Option<NodeId>> {
    let mut matching = Matching { old, new, matched: vec![None; old.nodes.len()] };
    matching.children(below(old, &[NodeId(0)]), below(new, &[NodeId(0)]));
    matching.matched
}

struct Matching<'p> {
    old: &'p Program,
    new: &'p Program,
    matched: Vec<Option<NodeId>>,
}

/// Whether two nodes are the same, by one of the rules.
type IsSame<'r> = &'r dyn Fn(&Node, &Node) -> bool;

impl Matching<'_> {
    fn children(&mut self, old: Vec<NodeId>, new: Vec<NodeId>) {
        let mut left = new;
        let has_label = |old: &Node, new: &Node| old.label.is_some() && old.label == new.label && old.name == new.name;
        let same_args = |old: &Node, new: &Node| old.label == new.label && old.name == new.name && old.args == new.args;
        let same_kind = |old: &Node, new: &Node| old.label == new.label && old.name == new.name;
        let rules: [IsSame<'_>; 3] = [&has_label, &same_args, &same_kind];
        for is_same in rules {
            for &id in &old {
                if self.matched[id.0].is_some() {
                    continue;
                }
                let found = left.iter().position(|&other| is_same(&self.old.nodes[id.0], &self.new.nodes[other.0]));
                self.matched[id.0] = found.map(|at| left.remove(at));
            }
        }
        for id in old {
            if let Some(new) = self.matched[id.0] {
                let (old, new) = (below(self.old, self.old.children(id)), below(self.new, self.new.children(new)));
                self.children(old, new);
            }
        }
    }
}

/// These nodes; instead of a plain one, those below it.
fn below(program: &Program, nodes: &[NodeId]) -> Vec<NodeId> {
    let each = nodes.iter().flat_map(|&id| match program.nodes[id.0].is_plain {
        true => below(program, program.children(id)),
        false => vec![id],
    });
    each.collect()
}

impl Program {
    fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node.0].children
    }
}
