//! The types of a tree's leaves, each once.

use super::Planner;
use crate::sorted::SortedMap;
use crate::tree::ir::CodeId;
use crate::tree::model::Kind;

/// The first leaf of each type, in the order of the tree.
#[derive(Default)]
pub struct LeafTypes {
    pub first: Vec<CodeId>,
    numbers: SortedMap<CodeId, usize>,
}

impl LeafTypes {
    /// The index in `first` of a leaf that is the first of its type.
    pub fn number(&self, first: CodeId) -> Option<usize> {
        self.numbers.get(&first).copied()
    }
}

impl Planner<'_> {
    pub(super) fn leaf_types(&self) -> LeafTypes {
        let mut types = LeafTypes::default();
        for node in self.model.nodes.iter() {
            if let Kind::Leaf(leaf) = node.kind
                && self.source.first_alike(leaf) == leaf
            {
                types.numbers.insert(leaf, types.first.len());
                types.first.push(leaf);
            }
        }
        types
    }
}
