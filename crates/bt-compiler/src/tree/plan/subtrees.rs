//! Which nodes may be subtrees, by the types of their leaves.

use super::Planner;
use crate::sorted::SortedMap;
use crate::tree::ir::CodeId;
use crate::tree::model::Kind;

/// Which nodes may be subtrees.
pub struct Subtrees {
    /// For each node: the number of its type, counted from 1, or 0 if it cannot be a subtree.
    pub numbers: Vec<u32>,
    /// The first leaf of each type.
    pub types: Vec<CodeId>,
}

impl Planner<'_> {
    pub(super) fn subtrees(&self) -> Subtrees {
        let (mut known, mut types) = (SortedMap::new(), Vec::new());
        let number = |kind: Kind| match kind {
            Kind::Leaf(leaf) if self.source.may_be_tree(leaf) => {
                *known.get_or_insert_with(self.source.first_alike(leaf), || {
                    types.push(leaf);
                    types.len() as u32
                })
            }
            Kind::Leaf(_) | Kind::Decorator(_) | Kind::Composite(_) | Kind::Builtin(_) | Kind::Unknown => 0,
        };
        let numbers = self.model.nodes.iter().map(|node| node.kind).map(number).collect();
        Subtrees { numbers, types }
    }
}
