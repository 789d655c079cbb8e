//! `Probe`: a question about a type. Its methods, which Rust prefers to those of a trait, say what the type has.

use core::any::Any;
use core::marker::PhantomData;

/// A question about a type.
pub struct Probe<T: ?Sized>(PhantomData<fn() -> PhantomData<T>>);

impl<T: ?Sized> Clone for Probe<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Probe<T> {}

impl<T: ?Sized> Probe<T> {
    pub const NEW: Self = Probe(PhantomData);
}

impl<T> Probe<T> {
    pub fn of(_: &T) -> Self {
        Probe::NEW
    }

    /// The value in an `Option` of the type.
    pub fn taken(self, option: &mut dyn Any) -> Option<T>
    where
        T: 'static,
    {
        option.downcast_mut().and_then(Option::take)
    }

    /// The type of what an `Option` holds.
    pub fn inside(_: &Option<T>) -> Self {
        Probe::NEW
    }
}
