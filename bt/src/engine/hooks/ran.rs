//! `Ran`: what a derived leaf's `run` has returned. Its type tells what the leaf can return, and whether it takes time.

use core::marker::PhantomData;

use crate::can::Can;
use crate::time::Span;

/// What a `run` has returned, for a leaf with the answer `A`.
pub trait Ran<A> {
    const CAN: Can;
    /// Whether the `run` takes the time that is left.
    const TAKES_TIME: bool = false;
    fn answer(self) -> A;
}

/// Whether a hook takes the time that is left, as a type.
pub trait Takes {
    const TIME: bool;
}

/// The hook takes the time that is left.
pub struct WithSpan;

impl Takes for WithSpan {
    const TIME: bool = true;
}

/// The hook does not take the time that is left.
pub struct WithoutSpan;

impl Takes for WithoutSpan {
    const TIME: bool = false;
}

/// What a derived `run` hands over; the type `T` says whether it takes the time that is left.
pub struct RanWith<R, T>(R, PhantomData<T>);

/// Adds to the result of a `run` whether it takes the time that is left.
#[inline(always)]
pub fn ran_with<R, T>(ran: R, _: T) -> RanWith<R, T> {
    RanWith(ran, PhantomData)
}

impl<A, R: Ran<A>, T: Takes> Ran<A> for RanWith<R, T> {
    const CAN: Can = R::CAN;
    const TAKES_TIME: bool = T::TIME;
    #[inline(always)]
    fn answer(self) -> A {
        self.0.answer()
    }
}

/// What a leaf can return: read from the type of the function that calls its `run`.
pub const fn can<'a, L: 'a, C: ?Sized + 'a, R: Ran<A>, A>(
    _: &impl FnOnce(&'a mut L, &'a mut C, &'a mut Span) -> R,
) -> Can {
    R::CAN
}

/// Whether a leaf takes the time that is left: read from the same type.
pub const fn takes_time<'a, L: 'a, C: ?Sized + 'a, R: Ran<A>, A>(
    _: &impl FnOnce(&'a mut L, &'a mut C, &'a mut Span) -> R,
) -> bool {
    R::TAKES_TIME
}

/// Whether the `before` of a decorator takes the time that is left: read from the type of the function that calls it.
pub const fn before_takes_time<'a, D: 'a, C: ?Sized + 'a, A, T: Takes>(
    _: &impl FnOnce(&'a mut D, &'a mut C, &'a mut Span) -> (A, T),
) -> bool {
    T::TIME
}
