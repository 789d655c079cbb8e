//! What the `before` of a decorator decides, and the type that tells whether it takes the time that is left.

use core::convert::Infallible;
use core::marker::PhantomData;

use crate::__private::leaf::raise::Accept;
use crate::__private::leaf::ran::{WithSpan, WithoutSpan};
use crate::__private::tick::step::Step;
use crate::status::Status;
use crate::time::Span;

/// What `before_for` may return: `Option<Status>`, or a `Result` of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an answer of `before_for`",
    label = "expected `Option<Status>`, or a `Result` of it"
)]
pub trait Decision: Sized {
    fn of(status: Option<Status>) -> Self;
}

/// A decision whose errors can pass through a tree with the error type `E`.
pub trait Decides<E>: Decision {
    /// The step with which the node ends before its child, if it does.
    fn step(self) -> Option<Step<E>>;
}

impl Decision for Option<Status> {
    #[inline(always)]
    fn of(status: Option<Status>) -> Self {
        status
    }
}

impl<F> Decision for Result<Option<Status>, F> {
    #[inline(always)]
    fn of(status: Option<Status>) -> Self {
        Ok(status)
    }
}

impl<E> Decides<E> for Option<Status> {
    #[inline(always)]
    fn step(self) -> Option<Step<E>> {
        self.map(Step::of)
    }
}

impl<F, E: Accept<F>> Decides<E> for Result<Option<Status>, F> {
    #[inline(always)]
    fn step(self) -> Option<Step<E>> {
        match self {
            Ok(status) => status.map(Step::of),
            Err(error) => Some(Step::Error(E::accept(error))),
        }
    }
}

/// What the body of a `before` hands to its `Decorator`, whose decision is `A`.
pub trait Asked<A> {
    /// Whether it takes the time that is left.
    const TAKES_TIME: bool;
    fn decision(self) -> A;
}

/// What a decorator that implements `Decorator` by hand says in its `before`.
pub struct AskedByHand(pub Option<Status>);

impl<A: Decision> Asked<A> for AskedByHand {
    const TAKES_TIME: bool = false;
    #[inline(always)]
    fn decision(self) -> A {
        A::of(self.0)
    }
}

/// What a derived decorator says; the type `T` says whether its `before` takes the time that is left.
pub struct AskedWith<T, E>(Result<Option<Status>, E>, PhantomData<T>);

/// Adds to what a `before` says whether it takes the time that is left.
#[inline(always)]
pub fn asked<T, E>(said: Result<Option<Status>, E>, _: T) -> AskedWith<T, E> {
    AskedWith(said, PhantomData)
}

impl<T: Takes> Asked<Option<Status>> for AskedWith<T, Infallible> {
    const TAKES_TIME: bool = T::TIME;
    #[inline(always)]
    fn decision(self) -> Option<Status> {
        let Ok(said) = self.0;
        said
    }
}

impl<T: Takes, E> Asked<Result<Option<Status>, E>> for AskedWith<T, E> {
    const TAKES_TIME: bool = T::TIME;
    #[inline(always)]
    fn decision(self) -> Result<Option<Status>, E> {
        self.0
    }
}

/// Whether a hook takes the time that is left, by a type.
pub trait Takes {
    const TIME: bool;
}

impl Takes for WithSpan {
    const TIME: bool = true;
}

impl Takes for WithoutSpan {
    const TIME: bool = false;
}

/// Whether the `before` of a decorator takes the time that is left: read from the type that its `__asked` returns.
pub const fn takes_time<'a, D: 'a, C: ?Sized + 'a, R: Asked<A>, A>(
    _: &impl FnOnce(&'a mut D, &'a mut C, &'a mut Span) -> R,
) -> bool {
    R::TAKES_TIME
}

/// What the `before` of the decorator `D` may return. That its error is `E` is asked apart, so that it has an error message of
/// its own.
#[diagnostic::on_unimplemented(
    message = "the `before` of `{D}` returns `{Self}`, which is not an answer of a `before`",
    label = "expected `Option<Status>`, or a `Result` of it"
)]
pub trait Says<D, E> {
    type Error;
    fn into_result(self) -> Result<Option<Status>, Self::Error>;
}

/// That an error of a decorator is the error `E`, which its attribute names.
#[diagnostic::on_unimplemented(
    message = "the `before` of this decorator returns `Result<_, {Self}>`, but its attribute does not name that error",
    label = "expected `error = {Self}` in its attribute",
    note = "write `#[decorator(context = ..., error = {Self})]`"
)]
pub trait IsErrorOfDecorator<E> {
    fn error(self) -> E;
}

#[diagnostic::do_not_recommend]
impl<E> IsErrorOfDecorator<E> for E {
    #[inline(always)]
    fn error(self) -> E {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<D, E> Says<D, E> for Option<Status> {
    type Error = E;
    #[inline(always)]
    fn into_result(self) -> Result<Option<Status>, E> {
        Ok(self)
    }
}

#[diagnostic::do_not_recommend]
impl<D, F, E> Says<D, E> for Result<Option<Status>, F> {
    type Error = F;
    #[inline(always)]
    fn into_result(self) -> Result<Option<Status>, F> {
        self
    }
}

/// What the `before` of a derived decorator has returned.
#[inline(always)]
pub fn said<D, E, R>(returned: R) -> Result<Option<Status>, E>
where
    R: Says<D, E, Error: IsErrorOfDecorator<E>>,
{
    returned.into_result().map_err(IsErrorOfDecorator::error)
}
