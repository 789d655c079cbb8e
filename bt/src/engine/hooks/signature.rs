//! The signature of the `run` of a leaf and the `before` of a decorator: the context, and optionally the remaining
//! time.

use super::ran::{WithSpan, WithoutSpan};
use crate::time::Span;

/// A hook as one of two functions. So generated code calls the type's own method, and errors of rustc point to it. The
/// other variant is never constructed.
pub enum Sorted<Timeless, Timed> {
    /// The hook takes only the context.
    Timeless(Timeless),
    /// The hook also takes the remaining time.
    Timed(Timed),
}

/// The placeholder for a hook that takes only the context.
pub type NotTimeless<'a, L, C, R> = fn(&'a mut L, C) -> R;

/// The placeholder for a hook that takes the remaining time.
pub type NotTimed<'a, 's, L, C, R> = fn(&'a mut L, C, &'s mut Span) -> R;

/// A function with the signature of a `run` or a `before` of the type `L`.
///
/// The implementations differ in the number of arguments, so rustc finds the right one for both kinds of functions.
#[diagnostic::on_unimplemented(
    message = "a hook of `{L}` has the wrong parameters",
    label = "the `run` of a leaf and the `before` of a decorator take `self`, the context, and optionally `&mut Span`",
    note = "its parameters are `(&mut self, context: &mut ...)`; add `span: &mut Span` for the remaining time"
)]
pub trait IsHook<L, Shape, Timeless, Timed> {
    /// Whether it takes the remaining time.
    type Time;

    /// Wraps it in its variant, and returns as a type whether it takes the remaining time.
    fn sort(self) -> (Sorted<Timeless, Timed>, Self::Time);
}

#[diagnostic::do_not_recommend]
impl<'a, 's, L, F, S, G, C, R> IsHook<L, fn(S, G), F, NotTimed<'a, 's, L, C, R>> for F
where
    F: FnOnce(S, G) -> R,
    S: IsSelf<L>,
{
    type Time = WithoutSpan;

    #[inline(always)]
    fn sort(self) -> (Sorted<F, NotTimed<'a, 's, L, C, R>>, WithoutSpan) {
        (Sorted::Timeless(self), WithoutSpan)
    }
}

#[diagnostic::do_not_recommend]
impl<'a, L, F, S, G, C, R> IsHook<L, fn(S, G, &mut Span), NotTimeless<'a, L, C, R>, F> for F
where
    F: FnOnce(S, G, &mut Span) -> R,
    S: IsSelf<L>,
{
    type Time = WithSpan;

    #[inline(always)]
    fn sort(self) -> (Sorted<NotTimeless<'a, L, C, R>, F>, WithSpan) {
        (Sorted::Timed(self), WithSpan)
    }
}

/// What a method of the leaf `L` takes as `self`. Whether it may is checked [later](super::forms::Lend).
pub trait IsSelf<L> {}

impl<L> IsSelf<L> for L {}
impl<L> IsSelf<L> for &L {}
impl<L> IsSelf<L> for &mut L {}
