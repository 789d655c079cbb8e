//! Matches the nodes of a new program with those of the old one.
//!
//! Plain nodes, such as `sequence`, hold nothing and have no hooks, so they may come and go. Matching skips them: the
//! nodes below a plain node count as children of its parent. A node matches only within a matched parent.

use bt_compiler::tree::ir::{Frame, Holds, NodeId, PlaceId, RegionId};

use crate::program::{Node, Program};

/// Two programs, and which of their nodes match.
pub struct Matching {
    /// For each node of the old program: its match in the new one.
    to: Vec<Option<NodeId>>,
    /// For each node of the new program: its match in the old one.
    from: Vec<Option<NodeId>>,
    /// For each node of the new program: the place where it waits.
    places: Vec<Option<(RegionId, PlaceId)>>,
    /// For each region of the new program: the frame that contains it.
    outer: Vec<Option<(RegionId, PlaceId)>>,
}

impl Matching {
    pub fn new(old: &Program, new: &Program) -> Self {
        let mut matched = Matched { old, new, to: vec![None; old.nodes.len()] };
        matched.children(below(old, &[NodeId(0)]), below(new, &[NodeId(0)]));
        let to = matched.to;
        let mut from = vec![None; new.nodes.len()];
        for (old, new) in to.iter().enumerate() {
            if let Some(new) = new {
                from[new.0] = Some(NodeId(old));
            }
        }
        let (places, outer) = places(new);
        Matching { to, from, places, outer }
    }

    /// The new program's match for a node of the old one.
    pub fn to(&self, old: NodeId) -> Option<NodeId> {
        self.to[old.0]
    }

    /// The old program's match for a node of the new one.
    pub fn from(&self, new: NodeId) -> Option<NodeId> {
        self.from[new.0]
    }

    /// The place of a new program's node in a region, and the places of the groups around it, from the outside in.
    pub fn path(&self, new: &Program, region: RegionId, node: NodeId) -> Option<Vec<(RegionId, PlaceId)>> {
        let mut path = vec![self.places[node.0]?];
        while path[0].0 != region {
            let outer = self.outer[path[0].0.0]?;
            if !is_group(new, outer) {
                return None;
            }
            path.insert(0, outer);
        }
        Some(path)
    }

    /// The index of an old node's child that matches the new node's child with this index.
    pub fn old_child(&self, old: (&Program, NodeId), new: (&Program, NodeId), child: usize) -> Option<usize> {
        let nodes = below(new.0, &[new.0.children(new.1)[child]]);
        let same = nodes.into_iter().find_map(|node| self.from(node))?;
        old.0.child_with(old.1, same)
    }
}

/// Whether a place is a frame but not a node: it only holds values, or a part of a long region.
pub fn is_group(program: &Program, (region, place): (RegionId, PlaceId)) -> bool {
    matches!(program.machine[region][place].holds, Holds::Frame(Frame::Group(_) | Frame::Keep(_)))
}

type Places = Vec<Option<(RegionId, PlaceId)>>;

/// The place of each node, and the frame of each region.
fn places(program: &Program) -> (Places, Places) {
    let (mut places, mut outer) = (vec![None; program.nodes.len()], vec![None; program.machine.regions.len()]);
    for (region, of_region) in program.machine.regions.iter().enumerate() {
        for (id, place) in of_region.places.iter().enumerate() {
            let at = (RegionId(region), PlaceId(id));
            program.regions(at.0, at.1).for_each(|child| outer[child.0] = Some(at));
            if !matches!(place.holds, Holds::Begin) && !is_group(program, at) {
                places[place.node.0] = Some(at);
            }
        }
    }
    (places, outer)
}

struct Matched<'p> {
    old: &'p Program,
    new: &'p Program,
    to: Vec<Option<NodeId>>,
}

/// Whether two nodes match, by one of the rules.
type IsSame<'r> = &'r dyn Fn(&Node, &Node) -> bool;

impl Matched<'_> {
    fn children(&mut self, old: Vec<NodeId>, new: Vec<NodeId>) {
        let mut left = new;
        let has_label = |old: &Node, new: &Node| old.label.is_some() && old.label == new.label && old.name == new.name;
        let same_args = |old: &Node, new: &Node| old.label == new.label && old.name == new.name && old.args == new.args;
        let same_kind = |old: &Node, new: &Node| old.label == new.label && old.name == new.name;
        let rules: [IsSame<'_>; 3] = [&has_label, &same_args, &same_kind];
        for is_same in rules {
            for &id in &old {
                if self.to[id.0].is_some() {
                    continue;
                }
                let found = left.iter().position(|&other| is_same(&self.old.nodes[id.0], &self.new.nodes[other.0]));
                self.to[id.0] = found.map(|at| left.remove(at));
            }
        }
        for id in old {
            if let Some(new) = self.to[id.0] {
                let (old, new) = (below(self.old, self.old.children(id)), below(self.new, self.new.children(new)));
                self.children(old, new);
            }
        }
    }
}

/// These nodes, with each plain node replaced by those below it.
fn below(program: &Program, nodes: &[NodeId]) -> Vec<NodeId> {
    let each = nodes.iter().flat_map(|&id| match program.nodes[id.0].is_plain {
        true => below(program, program.children(id)),
        false => vec![id],
    });
    each.collect()
}

impl Program {
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node.0].children
    }

    /// The index of the child of a node that contains another node.
    pub fn child_with(&self, node: NodeId, inside: NodeId) -> Option<usize> {
        self.children(node).partition_point(|&child| child <= inside).checked_sub(1)
    }
}
