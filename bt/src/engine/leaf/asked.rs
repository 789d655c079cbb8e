//! A type that lacks what a tree needs of it is one error, however often the tree names it.

use core::marker::PhantomData;

use crate::behavior::Behavior;
#[cfg(feature = "alloc")]
use crate::dynamic::Registry;
use crate::value::Produces;

/// A type, and `[(); has_value::<T>()]`, or another question. If the answer is no, the length of the array is the one
/// error, and rustc reports nothing more about [`Is::Type`].
#[derive(Debug)]
pub struct Asked<T, P>(PhantomData<(T, P)>);

/// The type that was asked.
pub trait Is {
    type Type;
}

impl<T, P> Is for Asked<T, P> {
    type Type = T;
}

/// Checks once whether a type is a behavior, so that rustc reports it once.
pub const fn is_behavior<L: Behavior<C>, C: ?Sized>() -> usize {
    0
}

/// Asks whether a leaf has a value.
pub const fn has_value<L: Produces>() -> usize {
    0
}

/// Asks whether a type is a registry of trees.
#[cfg(feature = "alloc")]
pub const fn is_registry<D: ?Sized, R: Registry<D>>() -> usize {
    0
}
