//! `Glimpse`: a value that observers may see, whether its type has `Debug` or not.

use core::fmt::Debug;

/// A value for observers. Generated code has [`MayBeOpaque`] in scope and calls `Glimpse(value).__shown()`: if the type
/// has `Debug`, that is the inherent method of `Glimpse`, which Rust prefers to that of a trait.
pub struct Glimpse<'a, T>(pub Option<&'a T>);

impl<'a, T: Debug> Glimpse<'a, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn __shown(self) -> Shown<'a, T> {
        Shown(self.0)
    }
}

/// The method of `Glimpse` for types without `Debug`.
pub trait MayBeOpaque: Sized {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn __shown(self) -> Opaque {
        Opaque
    }
}

impl<T> MayBeOpaque for Glimpse<'_, T> {}

/// A value with `Debug`.
pub struct Shown<'a, T>(Option<&'a T>);

/// A value without it, or one that is not shown.
pub struct Opaque;

/// What observers see of a value. Only called if there is an observer.
pub trait Show {
    fn show(&self) -> Option<&dyn Debug>;
}

impl<T: Debug> Show for Shown<'_, T> {
    fn show(&self) -> Option<&dyn Debug> {
        self.0.map(|value| value as &dyn Debug)
    }
}

impl Show for Opaque {
    fn show(&self) -> Option<&dyn Debug> {
        None
    }
}
