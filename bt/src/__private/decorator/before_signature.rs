//! The signature of the `before` of a derived decorator: it takes the context, and the time that is left if it asks for it.

use crate::__private::leaf::ran::{WithSpan, WithoutSpan};
use crate::__private::leaf::run_signature::{IsSelf, NotTimed, NotTimeless, Sorted};
use crate::time::Span;

/// A function that takes what a `before` of the decorator `D` does. It is sorted as the `run` of a leaf is.
#[diagnostic::on_unimplemented(
    message = "the `before` of `{D}` takes other arguments than a `before` does",
    label = "expected `self`, the context, and perhaps `&mut Span`",
    note = "write `fn before(&mut self, context: &mut ...)`, and `span: &mut Span` behind that for the time that is left"
)]
pub trait IsBefore<D, Shape, Timeless, Timed> {
    /// Whether it takes the time that is left.
    type Time;

    /// Sorts it into its variant, and says by a type whether it takes the time that is left.
    fn sort(self) -> (Sorted<Timeless, Timed>, Self::Time);
}

#[diagnostic::do_not_recommend]
impl<'a, 's, D, F, S, G, C, R> IsBefore<D, fn(S, G), F, NotTimed<'a, 's, D, C, R>> for F
where
    F: FnOnce(S, G) -> R,
    S: IsSelf<D>,
{
    type Time = WithoutSpan;

    #[inline(always)]
    fn sort(self) -> (Sorted<F, NotTimed<'a, 's, D, C, R>>, WithoutSpan) {
        (Sorted::Timeless(self), WithoutSpan)
    }
}

#[diagnostic::do_not_recommend]
impl<'a, D, F, S, G, C, R> IsBefore<D, fn(S, G, &mut Span), NotTimeless<'a, D, C, R>, F> for F
where
    F: FnOnce(S, G, &mut Span) -> R,
    S: IsSelf<D>,
{
    type Time = WithSpan;

    #[inline(always)]
    fn sort(self) -> (Sorted<NotTimeless<'a, D, C, R>, F>, WithSpan) {
        (Sorted::Timed(self), WithSpan)
    }
}
