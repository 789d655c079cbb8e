//! What the `run` of a derived leaf takes: the context, and the time that is left if it wants to know it.

#![doc(hidden)]

use core::marker::PhantomData;

use crate::status::Status;
use crate::time::Span;

/// The `run` of the leaf `L`, which may take the time that is left.
///
/// `__sort` says whether it does, and gives it as one of two functions, of which that one is to be called: so the call
/// is that of the leaf's own method, and what rustc says of it points there. The other function is never called.
///
/// It is a method of three traits, and rustc takes the first that fits: the one for the value, then the one for `&`,
/// then the one for `&mut`.
pub struct Run<L, F>(F, PhantomData<L>);

impl<L, F: Copy> Run<L, F> {
    #[inline(always)]
    pub fn new(run: F) -> Self {
        Run(run, PhantomData)
    }
}

/// In the place of a `run` that takes the context alone.
type NotTimeless<'a, L, C, R> = fn(&'a mut L, C) -> R;

/// In the place of a `run` that takes the time that is left.
type NotTimed<'a, 's, L, C, R> = fn(&'a mut L, C, &'s mut Span) -> R;

/// A `run` that takes the time that is left.
pub trait Timed<L, F, Shape> {
    fn __sort<'a, C, R>(self) -> (bool, NotTimeless<'a, L, C, R>, F);
}

impl<L, F: FnOnce(S, C, &mut Span) -> R, S: IsSelf<L>, C, R> Timed<L, F, fn(S, C) -> R> for Run<L, F> {
    #[inline(always)]
    fn __sort<'a, Context, Answer>(self) -> (bool, NotTimeless<'a, L, Context, Answer>, F) {
        (true, |_, _| unreachable!(), self.0)
    }
}

/// A `run` that takes the context alone.
pub trait Timeless<L, F, Shape> {
    fn __sort<'a, 's, C, R>(self) -> (bool, F, NotTimed<'a, 's, L, C, R>);
}

impl<L, F: FnOnce(S, C) -> R + Copy, S: IsSelf<L>, C, R> Timeless<L, F, fn(S, C) -> R> for &Run<L, F> {
    #[inline(always)]
    fn __sort<'a, 's, Context, Answer>(self) -> (bool, F, NotTimed<'a, 's, L, Context, Answer>) {
        (false, self.0, |_, _, _| unreachable!())
    }
}

/// Any other `run`, which is refused.
pub trait Strange<L, F> {
    fn __sort<'a, 's, C>(self) -> Neither<'a, 's, L, C>
    where
        F: IsRun<L>;
}

type Neither<'a, 's, L, C> = (bool, NotTimeless<'a, L, C, Status>, NotTimed<'a, 's, L, C, Status>);

impl<L, F> Strange<L, F> for &mut Run<L, F> {
    fn __sort<'a, 's, C>(self) -> Neither<'a, 's, L, C>
    where
        F: IsRun<L>,
    {
        unreachable!()
    }
}

/// What a method of the leaf `L` takes as `self`. Whether it may is asked [later](crate::hook::Lend).
pub trait IsSelf<L> {}

impl<L> IsSelf<L> for L {}
impl<L> IsSelf<L> for &L {}
impl<L> IsSelf<L> for &mut L {}

/// That a function takes what a `run` does; asked only of those that do not.
#[diagnostic::on_unimplemented(
    message = "the `run` of `{L}` takes other arguments than a `run` does",
    label = "expected `self`, the context, and perhaps `&mut Span`",
    note = "write `fn run(&mut self, context: &mut ...)`, and `span: &mut Span` behind that for the time that is left"
)]
pub trait IsRun<L> {}
