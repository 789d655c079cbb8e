//! `GeneratedTree`: hidden items that `bt!` generates for every tree.

use super::active::Search;
use super::facts::Facts;

/// Implemented by `bt!` for every tree. Every type that implements it is a [`Tree`](crate::Tree).
pub trait GeneratedTree {
    /// The facts of the tree.
    const __FACTS: Facts;

    /// The facts of this value: for an enum, those of the active variant.
    fn __facts(&self) -> Facts {
        Self::__FACTS
    }

    /// The facts by which a save of this value is recognised, if they are not those of the type: a live tree.
    fn __saved_as(&self) -> Option<&'static Facts> {
        None
    }

    /// The facts by which a save that is loaded is recognised, if they are not those of the type.
    fn __loaded_as() -> Option<&'static Facts>
    where
        Self: Sized,
    {
        None
    }

    /// The number of places in which the tree can wait, plus one for a tree that is not running.
    const __PLACES: usize = 1;

    /// Whether no place has places inside: there are no frames and no subtrees.
    const __FLAT: bool = true;

    /// The number of the place in which the tree waits; 0 if it is not running. Compiles to branchless code.
    fn __place(&self) -> usize {
        0
    }

    /// The position of the first active leaf at or after the start of the search, subtrees included.
    fn __first_active(&self, search: Search<'_>) -> Option<usize> {
        let _ = search;
        None
    }

    /// Whether a tick can leave it in this state; a damaged save can hold others.
    fn __is_whole(&self) -> bool {
        true
    }

    /// Calls a function with what a save of it has, if it can be saved and loaded.
    #[cfg(feature = "boxed-saves")]
    fn __save_boxed(&self, save: &mut dyn FnMut(&dyn erased_serde::Serialize)) {
        let _ = save;
    }

    /// Takes over what a save has; `None` if it cannot be loaded.
    #[cfg(feature = "boxed-saves")]
    fn __load_boxed(
        &mut self,
        saved: &mut dyn erased_serde::Deserializer<'_>,
    ) -> Option<Result<(), erased_serde::Error>> {
        let _ = saved;
        None
    }

    /// An idle tree with the same parameters, which replaces this one while it is lent.
    fn __stand_in(&self) -> Self
    where
        Self: Sized;
}

impl<T: GeneratedTree> GeneratedTree for &T {
    const __FACTS: Facts = T::__FACTS;

    fn __saved_as(&self) -> Option<&'static Facts> {
        T::__saved_as(self)
    }

    fn __stand_in(&self) -> Self {
        self
    }
}
