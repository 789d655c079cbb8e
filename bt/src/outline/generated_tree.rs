//! `GeneratedTree`: what `bt!` writes for every tree, and users do not call.

use super::active::Search;
use super::facts::Facts;

/// What `bt!` implements for every tree. All that implements it is a [`Tree`](crate::Tree).
pub trait GeneratedTree {
    /// The facts of the tree.
    const __FACTS: Facts;

    /// The facts of the tree that this value is: of an enum, those of its variant.
    fn __facts(&self) -> Facts {
        Self::__FACTS
    }

    /// The number of places in which the tree can wait, and one more for a tree that is not running.
    const __PLACES: usize = 1;

    /// Whether no place has places inside it: there are no frames and no subtrees.
    const __FLAT: bool = true;

    /// The number of the place in which the tree waits; 0 if it is not running. Compiles to code without a branch.
    fn __place(&self) -> usize {
        0
    }

    /// The position of the first active leaf at or after the start of the search, subtrees included.
    fn __first_active(&self, search: Search) -> Option<usize> {
        let _ = search;
        None
    }

    /// Whether a tree that has been loaded has all values that its active nodes use.
    fn __is_whole(&self) -> bool {
        true
    }

    /// An idle tree with the same parameters, which takes this one's place while it is lent.
    fn __stand_in(&self) -> Self
    where
        Self: Sized;
}

impl<T: GeneratedTree> GeneratedTree for &T {
    const __FACTS: Facts = T::__FACTS;

    fn __stand_in(&self) -> Self {
        self
    }
}
