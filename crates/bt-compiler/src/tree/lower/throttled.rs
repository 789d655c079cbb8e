//! Which node forgets the moments kept by `throttle` nodes: the nearest ancestor that can start them again.

use crate::sorted::SortedSet;
use crate::tree::ir::{CellId, Throttled};
use crate::tree::model::{Kind, Model, NodeId};

/// The moments found while the nodes are written.
#[derive(Default)]
pub struct Throttles {
    /// The nodes that their parents can start again.
    again: SortedSet<NodeId>,
    /// The nodes that keep a moment, with their cells.
    keeping: Vec<(NodeId, CellId)>,
}

impl Throttles {
    /// Records that the parent of a node can start it again while the parent is active.
    pub fn starts_again(&mut self, node: NodeId) {
        self.again.insert(node);
    }

    /// Records that a node keeps a moment.
    pub fn keeps_moment(&mut self, node: NodeId, cell: CellId) {
        self.keeping.push((node, cell));
    }

    /// The moments that each node forgets when it starts, and those that only the whole tree forgets.
    pub fn forgets(&self, model: &Model) -> (Vec<Throttled>, Throttled) {
        let mut forgets = vec![Throttled::default(); model.nodes.len()];
        let mut open = Throttled::default();
        for &(node, cell) in &self.keeping {
            self.above(model, node).map_or(&mut open, |above| &mut forgets[above.0]).cells.push(cell);
        }
        for leaf in model.nodes.iter().filter(|node| matches!(node.kind, Kind::Leaf(_))) {
            self.above(model, leaf.id).map_or(&mut open, |above| &mut forgets[above.0]).leaves.push(leaf.id);
        }
        (forgets, open)
    }

    /// The nearest ancestor that can start this node again.
    fn above(&self, model: &Model, node: NodeId) -> Option<NodeId> {
        let path = std::iter::successors(Some(node), |&id| model[id].parent);
        let again = path.into_iter().find(|id| self.again.contains(id));
        again.and_then(|id| model[id].parent)
    }
}
