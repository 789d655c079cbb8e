//! Makes a smaller tree that can do everything the whole one can.

use std::collections::HashMap;

use bt_compiler::leaf::Can;

use super::shape::{Id, Kind, Node, Shape};

impl Shape {
    /// Replaces each subtree that contains none of these nodes by a leaf that returns anything. The result can do
    /// whatever the tree can. Also returns the new numbers of the nodes.
    pub fn sliced(&self, wanted: &[Id]) -> (Shape, HashMap<Id, Id>) {
        let mut keeps = vec![false; self.nodes.len()];
        for &node in wanted {
            let mut at = Some(node);
            while let Some(node) = at {
                keeps[node] = true;
                at = self.nodes[node].parent;
            }
        }
        let mut slice = Slice { shape: self, keeps, nodes: Vec::new(), numbers: HashMap::new() };
        slice.add(0, None);
        let Slice { nodes, numbers, .. } = slice;
        let Shape { fallible, exhausts, has_atoms, abort_matters, .. } = *self;
        let mut shape = Shape { nodes, atoms: self.atoms.clone(), fallible, exhausts, has_atoms, abort_matters };
        shape.settle();
        (shape, numbers)
    }
}

/// A slice under construction.
struct Slice<'a> {
    shape: &'a Shape,
    /// The wanted nodes and their ancestors.
    keeps: Vec<bool>,
    nodes: Vec<Node>,
    numbers: HashMap<Id, Id>,
}

impl Slice<'_> {
    fn add(&mut self, id: Id, parent: Option<Id>) -> Id {
        let (node, own) = (&self.shape.nodes[id], self.nodes.len());
        let mut children = if self.keeps[id] { node.children.clone() } else { vec![] };
        let left_out = children.iter().filter(|&&child| !self.keeps[child]).count();
        let is_side = left_out > 1 && node.kind.is_parallel();
        if is_side {
            children.retain(|&child| self.keeps[child]);
        }
        let kind = match self.keeps[id] {
            true if is_side => Kind::Side(node.timed),
            true => node.kind.clone(),
            false => Kind::Leaf(Can { timed: node.timed, ..Can::ANYTHING }),
        };
        self.numbers.insert(id, own);
        self.nodes.push(Node { kind, parent, children: vec![], cleans_up: false, ..node.clone() });
        let children = children.into_iter().map(|child| self.add(child, Some(own))).collect();
        self.nodes[own].children = children;
        self.nodes[own].end = self.nodes.len();
        own
    }
}
