//! `Ran`: the result of a leaf's `run`, whose type tells what the leaf can return.

use crate::__private::describe::possible::Can;
use crate::answer::Answer;
use crate::time::Span;

/// What the body of a leaf's `run` hands to its `Behavior`, whose answer is `A`.
pub trait Ran<A> {
    const CAN: Can;
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

/// What a leaf can return: read from the type that its `__own` returns.
pub const fn can<'a, L: 'a, C: ?Sized + 'a, R: Ran<A>, A>(
    _: &impl FnOnce(&'a mut L, &'a mut C, &'a mut Span) -> R,
) -> Can {
    R::CAN
}
