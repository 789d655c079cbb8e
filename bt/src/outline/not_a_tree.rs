//! `NotATree`: the defaults for leaves that are not trees.

use super::active::Search;
use super::facts::Facts;

/// The defaults for leaves that are not trees.
///
/// A tree type has inherent items with these names, which Rust prefers to those of a trait. So generated code
/// distinguishes leaves from subtrees without naming a context.
pub trait NotATree {
    /// The facts of the tree.
    #[doc(hidden)]
    const __TREE: Facts = Facts::LEAF;

    /// The position of the first active leaf at or after the start of the search: a leaf has one position.
    #[doc(hidden)]
    fn __seek(&self, node: usize, search: Search<'_>) -> Option<usize> {
        search.found(node)
    }

    /// Whether a tick can leave it in this state; a damaged save can hold others.
    #[doc(hidden)]
    fn __is_whole(&self) -> bool {
        true
    }

    /// Whether a message has ended it with success, so that it gives no value. A slot that can store this says so.
    #[doc(hidden)]
    fn __has_succeeded(&self) -> bool {
        false
    }
}

impl<L> NotATree for L {}
