//! What all trees have in common.

use crate::outline::Facts;

/// A tree that `bt!` has declared.
pub trait Tree {
    /// What is known of it.
    #[doc(hidden)]
    const FACTS: Facts;
}

impl<T: Tree> Tree for &T {
    const FACTS: Facts = T::FACTS;
}
