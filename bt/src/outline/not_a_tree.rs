//! `NotATree`: what a leaf answers where generated code asks whether it is a tree.

use super::active::Search;
use super::facts::Facts;

/// What a leaf answers where generated code asks whether it is a tree.
///
/// A tree type has inherent items of these names, which Rust takes before those of a trait. So a tree finds out which of
/// its leaves are trees without naming a context.
pub trait NotATree {
    /// The facts of the tree.
    #[doc(hidden)]
    const __TREE: Facts = Facts::LEAF;

    /// The position of the first active leaf at or after the start of the search: a leaf has one position.
    #[doc(hidden)]
    fn __active(&self, node: usize, search: Search) -> Option<usize> {
        search.found(node)
    }

    /// Whether it has all values that its active nodes use.
    #[doc(hidden)]
    fn __is_whole(&self) -> bool {
        true
    }
}

impl<L> NotATree for L {}
