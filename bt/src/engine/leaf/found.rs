//! `Found`: what a function returns that is a leaf with a value.

use core::task::Poll;

use crate::answer::Answer;
use crate::can::Can;

/// What a leaf with the value `V` returns: `Option<V>`, `Poll<V>`, `Poll<Option<V>>`, or a `Result` of one of them. The `V`
/// tells `Poll<V>` from `Poll<Option<V>>`.
#[diagnostic::on_unimplemented(
    message = "a leaf with the value `{V}` cannot return `{Self}`",
    label = "expected `Option<{V}>`, `Poll<{V}>`, `Poll<Option<{V}>>`, or a `Result` of one of them"
)]
pub trait Found<V> {
    /// The answer of the leaf.
    type Answer: Answer;

    /// What it can be.
    const CAN: Can = <Self::Answer as Answer>::CAN;

    fn found(self) -> Self::Answer;
}

#[diagnostic::do_not_recommend]
impl<V> Found<V> for Option<V> {
    type Answer = Option<V>;

    #[inline(always)]
    fn found(self) -> Option<V> {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<V> Found<V> for Poll<Option<V>> {
    type Answer = Poll<Option<V>>;

    #[inline(always)]
    fn found(self) -> Poll<Option<V>> {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<V> Found<V> for Poll<V> {
    type Answer = Poll<Option<V>>;

    const CAN: Can = <Poll<()> as Answer>::CAN;

    #[inline(always)]
    fn found(self) -> Poll<Option<V>> {
        self.map(Some)
    }
}

#[diagnostic::do_not_recommend]
impl<V, A: Found<V>, E> Found<V> for Result<A, E>
where
    Result<A::Answer, E>: Answer,
{
    type Answer = Result<A::Answer, E>;

    const CAN: Can = A::CAN;

    #[inline(always)]
    fn found(self) -> Result<A::Answer, E> {
        self.map(Found::found)
    }
}
