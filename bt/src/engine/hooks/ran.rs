//! `Ran`: the result of a derived leaf's `run`. Its type says what the leaf can return, and whether it takes time.

use core::marker::PhantomData;

use crate::can::Can;
use crate::time::Span;

/// The result of a `run`, for a leaf with the answer `A`.
pub trait Ran<A> {
    const CAN: Can;
    /// Whether the `run` takes the remaining time.
    const TAKES_TIME: bool = false;
    fn answer(self) -> A;
}

/// Whether a hook takes the remaining time, as a type.
pub trait Takes {
    const TIME: bool;
}

/// The hook takes the remaining time.
pub struct WithSpan;

impl Takes for WithSpan {
    const TIME: bool = true;
}

/// The hook does not take the remaining time.
pub struct WithoutSpan;

impl Takes for WithoutSpan {
    const TIME: bool = false;
}

/// The result of a derived `run`; the type `T` says whether it takes the remaining time.
pub struct RanWith<R, T>(R, PhantomData<T>);

/// Adds to the result of a `run` whether it takes the remaining time.
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

/// Whether a leaf takes the remaining time: read from the same type.
pub const fn takes_time<'a, L: 'a, C: ?Sized + 'a, R: Ran<A>, A>(
    _: &impl FnOnce(&'a mut L, &'a mut C, &'a mut Span) -> R,
) -> bool {
    R::TAKES_TIME
}

/// Whether the `before` of a decorator takes the remaining time: read from the type of the function that calls it.
pub const fn before_takes_time<'a, D: 'a, C: ?Sized + 'a, A, T: Takes>(
    _: &impl FnOnce(&'a mut D, &'a mut C, &'a mut Span) -> (A, T),
) -> bool {
    T::TIME
}
