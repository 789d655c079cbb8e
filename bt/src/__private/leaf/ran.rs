//! `Ran`: the result of a leaf's `run`, whose type tells what the leaf can return.

use core::marker::PhantomData;

use crate::__private::describe::possible::Can;
use crate::answer::Answer;
use crate::time::Span;

/// What the body of a leaf's `run` hands to its `Behavior`, whose answer is `A`.
pub trait Ran<A> {
    const CAN: Can;
    /// Whether the `run` takes the time that is left.
    const TAKES_TIME: bool = false;
    fn answer(self) -> A;
}

/// The answer of a leaf that implements `Behavior` by hand.
pub struct ByHand<A>(pub A);

impl<A: Answer> Ran<A> for ByHand<A> {
    const CAN: Can = A::CAN;
    #[inline(always)]
    fn answer(self) -> A {
        self.0
    }
}

/// The `run` takes the time that is left.
pub struct WithSpan;

/// The `run` does not take the time that is left.
pub struct WithoutSpan;

/// What a derived `run` hands over; the type `T` says whether it takes the time that is left.
pub struct RanWith<R, T>(R, PhantomData<T>);

/// Adds to the result of a `run` whether it takes the time that is left.
#[inline(always)]
pub fn ran_with<R, T>(ran: R, _: T) -> RanWith<R, T> {
    RanWith(ran, PhantomData)
}

impl<A, R: Ran<A>> Ran<A> for RanWith<R, WithoutSpan> {
    const CAN: Can = R::CAN;
    #[inline(always)]
    fn answer(self) -> A {
        self.0.answer()
    }
}

impl<A, R: Ran<A>> Ran<A> for RanWith<R, WithSpan> {
    const CAN: Can = R::CAN;
    const TAKES_TIME: bool = true;
    #[inline(always)]
    fn answer(self) -> A {
        self.0.answer()
    }
}

/// What a leaf can return: read from the type that its `__own` returns.
pub const fn can<'a, L: 'a, C: ?Sized + 'a, R: Ran<A>, A>(
    _: &impl FnOnce(&'a mut L, &'a mut C, &'a mut Span) -> R,
) -> Can {
    R::CAN
}

/// Whether the `run` of a leaf takes the time that is left: read from the same type.
pub const fn takes_time<'a, L: 'a, C: ?Sized + 'a, R: Ran<A>, A>(
    _: &impl FnOnce(&'a mut L, &'a mut C, &'a mut Span) -> R,
) -> bool {
    R::TAKES_TIME
}
