//! The `run` of a derived leaf: what it may return, and how that becomes the answer of the leaf.
//!
//! The derive does not see the leaf's `impl`. It calls `run` and leaves the rest to types: the traits below turn what does
//! not fit into one readable error.

use core::convert::Infallible;
use core::marker::PhantomData;
use core::task::Poll;

use super::own_hook::{IsOwn, IsOwnForAny, OfTrait, Own};
use super::raise::{Adapted, Plain, ready};
use super::ran::Ran;
use crate::__private::describe::possible::Can;
use crate::__private::tick::entry::without_error;
use crate::answer::Answer;
use crate::behavior::Behavior;
use crate::status::Status;
use crate::time::Span;

/// What the `run` of the leaf `L` may return, where `E` is the error that its attribute names, and `V` says which value:
/// [`AnyValue`] or [`Value`].
///
/// Each further bound is one on an associated type, so that it has an error message of its own.
#[diagnostic::on_unimplemented(
    message = "the leaf `{L}` returns `{Self}`, which is not an answer of a leaf",
    label = "expected `Status`, `bool`, `()`, `Option<T>`, `Poll<Option<T>>`, or a `Result` of one of them"
)]
pub trait Returns<L, E, V>: Returned<E, V> {
    /// An answer without the error that can be what this one can.
    type Plain: Answer;
    type Run;
}

/// What a `run` returned, as a `Result`. It is a trait of its own, so that there is one function for all leaves.
pub trait Returned<E, V> {
    type Error;
    fn into_result(self) -> Result<Status, Self::Error>;
}

/// That an error of a leaf is the error `E`, which its attribute names.
#[diagnostic::on_unimplemented(
    message = "the `run` of this leaf returns `Result<_, {Self}>`, but its attribute does not name that error",
    label = "expected `error = {Self}` in its attribute",
    note = "write `#[behavior(context = ..., error = {Self})]`"
)]
pub trait IsError<E> {
    fn error(self) -> E;
}

impl<E> IsError<E> for E {
    #[inline(always)]
    fn error(self) -> E {
        self
    }
}

/// The leaf does not say which value it has.
pub struct AnyValue;

/// The leaf says that it has a value of the type `T`. So `Poll<T>` is told from `Poll<Option<T>>`.
pub struct Value<T>(PhantomData<T>);

macro_rules! returns {
    ($([$($param:ident),*] $answer:ty, $value:ty, $plain:ty, $run:ty, $this:ident => $status:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<L, E, $($param),*> Returns<L, E, $value> for $answer {
            type Plain = $plain;
            type Run = $run;
        }

        #[diagnostic::do_not_recommend]
        impl<L, F, E, $($param),*> Returns<L, E, $value> for Result<$answer, F> {
            type Plain = $plain;
            type Run = $run;
        }

        #[diagnostic::do_not_recommend]
        impl<E, $($param),*> Returned<E, $value> for $answer {
            type Error = E;
            #[inline(always)]
            fn into_result(self) -> Result<Status, E> {
                let $this = self;
                Ok($status)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<F, E, $($param),*> Returned<E, $value> for Result<$answer, F> {
            type Error = F;
            #[inline(always)]
            fn into_result(self) -> Result<Status, F> {
                self.map(|$this| $status)
            }
        }
    )*};
}

returns! {
    [] Status, AnyValue, Status, Own, this => this;
    [] bool, AnyValue, bool, Own, this => this.status();
    [] (), AnyValue, (), Own, this => this.status();
    [T] Option<T>, AnyValue, Option<T>, Own, this => this.status();
    [T] Poll<Option<T>>, AnyValue, Poll<Option<T>>, Own, this => this.status();
    [] Poll<()>, AnyValue, Poll<()>, Own, this => this.status();
    [T] Option<T>, Value<T>, Option<T>, Own, this => this.status();
    [T] Poll<Option<T>>, Value<T>, Poll<Option<T>>, Own, this => this.status();
    [T] Poll<T>, Value<T>, Poll<()>, Own, this => ready(this, |_| Status::Success);
    [V] Adapted, V, Adapted, OfTrait, this => this.0;
}

/// The answer of a derived leaf with the error `E`, whose `run` returns a `P`, or a `Result` of it.
pub struct Derived<E, P>(pub(super) Result<Status, E>, PhantomData<P>);

impl<P: Answer> Ran<Adapted> for Derived<Infallible, P> {
    const CAN: Can = P::CAN;
    #[inline(always)]
    fn answer(self) -> Adapted {
        Adapted(without_error(self.0))
    }
}

impl<E, P: Answer> Ran<Result<Adapted, E>> for Derived<E, P> {
    const CAN: Can = P::CAN;
    #[inline(always)]
    fn answer(self) -> Result<Adapted, E> {
        self.0.map(Adapted)
    }
}

/// What the `run` of a derived leaf has returned.
#[inline(always)]
pub fn ran<L, C: ?Sized, E, V, R>(returned: R) -> Derived<E, R::Plain>
where
    R: Returns<L, E, V, Run: IsOwn<L, C>, Error: IsError<E>>,
{
    Derived(returned.into_result().map_err(IsError::error), PhantomData)
}

/// The same of a leaf for any context.
#[inline(always)]
pub fn ran_for_any<L, E, V, R>(returned: R) -> Derived<E, R::Plain>
where
    R: Returns<L, E, V, Run: IsOwnForAny<L>, Error: IsError<E>>,
{
    Derived(returned.into_result().map_err(IsError::error), PhantomData)
}

/// The `run` of a leaf without the time that is left, which is none.
#[inline(always)]
pub fn instant<L: Behavior<C>, C: ?Sized>(leaf: &mut L, context: &mut C) -> L::Answer {
    leaf.run_for(context, &mut Span::beginning(0, 0, false))
}
