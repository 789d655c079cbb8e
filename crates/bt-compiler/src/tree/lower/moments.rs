//! Which node forgets the moments that `throttle` nodes keep: the nearest one above that can start them again.

use std::collections::BTreeSet;

use crate::tree::ir::{CellId, Throttled};
use crate::tree::model::{Kind, Model, NodeId};

/// The moments found while the nodes are written.
#[derive(Default)]
pub struct Keeping {
    /// The nodes that can start a child again.
    restarting: BTreeSet<NodeId>,
    /// The nodes that keep a moment, with their cells.
    keeping: Vec<(NodeId, CellId)>,
}

impl Keeping {
    /// Notes that a node can start a child again while it is active.
    pub fn restarts(&mut self, node: NodeId) {
        self.restarting.insert(node);
    }

    /// Notes that a node keeps a moment.
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

    /// The nearest node above that can start this one again.
    fn above(&self, model: &Model, node: NodeId) -> Option<NodeId> {
        let mut above = model[node].parent;
        while let Some(id) = above.filter(|id| !self.restarting.contains(id)) {
            above = model[id].parent;
        }
        above
    }
}
