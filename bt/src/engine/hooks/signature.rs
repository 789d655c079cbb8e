//! The signature of the `run` of a leaf and the `before` of a decorator: the context, and the time that is left if the hook
//! asks for it.

use super::ran::{WithSpan, WithoutSpan};
use crate::time::Span;

/// A hook as one of two functions. So the call is one of the type's own method, and an error of rustc points there. The other
/// variant is never made.
pub enum Sorted<Timeless, Timed> {
    /// It takes the context alone.
    Timeless(Timeless),
    /// It takes the time that is left, too.
    Timed(Timed),
}

/// Stands for a hook that takes the context alone.
pub type NotTimeless<'a, L, C, R> = fn(&'a mut L, C) -> R;

/// Stands for a hook that takes the time that is left.
pub type NotTimed<'a, 's, L, C, R> = fn(&'a mut L, C, &'s mut Span) -> R;

/// A function that takes what a `run` or a `before` of the type `L` does.
///
/// The number of its arguments says which of the implementations it is, so rustc finds both functions by this trait.
#[diagnostic::on_unimplemented(
    message = "a hook of `{L}` has the wrong parameters",
    label = "the `run` of a leaf and the `before` of a decorator take `self`, the context, and optionally `&mut Span`",
    note = "write `fn run(&mut self, context: &mut ...)`, and add `span: &mut Span` for the time that is left"
)]
pub trait IsHook<L, Shape, Timeless, Timed> {
    /// Whether it takes the time that is left.
    type Time;

    /// Sorts it into its variant, and says by a type whether it takes the time that is left.
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
