//! How the errors of leaves pass through a tree.

use core::convert::Infallible;
use core::task::Poll;

use crate::__private::describe::possible::Can;
use crate::__private::tick::step::{Step, Ticked};
use crate::answer::{Answer, Sealed};
use crate::status::Status;

/// An answer with no error in it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an answer of a leaf",
    label = "expected `Status`, `bool`, `()`, `Option<T>`, or `Poll<Option<T>>`"
)]
pub trait Plain: Answer {
    fn status(self) -> Status;
    fn value(self) -> Poll<Option<Self::Value>>;
}

/// An answer whose errors can pass through a tree with the error type `E`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an answer of a leaf",
    label = "expected `Status`, `bool`, `()`, `Option<T>`, `Poll<Option<T>>`, or a `Result` of one of them"
)]
pub trait Raise<E>: Answer {
    fn convert(error: Self::Error) -> E;
}

/// The error type of a tree through which errors `F` of leaves and decorators can pass.
#[diagnostic::on_unimplemented(
    message = "the error `{F}` cannot pass through this tree",
    label = "there is no `From<{F}>` for the error of the tree",
    note = "a tree names an error type in its header: `pub Bot(Room) -> Result<{F}> = ...`"
)]
pub trait Accept<F> {
    fn accept(error: F) -> Self;
}

#[diagnostic::do_not_recommend]
impl<F, E: From<F>> Accept<F> for E {
    #[inline(always)]
    fn accept(error: F) -> E {
        E::from(error)
    }
}

/// The answer of a derived leaf: a status, or, for a leaf with a value, a `Poll<Option<T>>`. No user's `run` returns it.
pub struct Adapted<H = Status>(pub H);

macro_rules! plain {
    ($([$($value:ident)?] $answer:ty, $holds:ty, $can:expr, $this:ident => $status:expr, $found:expr;)*) => {$(
        impl<$($value)?> Sealed for $answer {}
        impl<$($value)?> Answer for $answer {
            type Error = Infallible;
            type Value = $holds;
            const CAN: Can = $can;
            #[inline(always)]
            fn into_result(self) -> Result<Status, Infallible> {
                Ok(self.status())
            }
            #[inline(always)]
            fn into_value(self) -> Result<Poll<Option<$holds>>, Infallible> {
                Ok(self.value())
            }
        }
        impl<$($value)?> Plain for $answer {
            #[inline(always)]
            fn status(self) -> Status {
                let $this = self;
                $status
            }
            #[inline(always)]
            fn value(self) -> Poll<Option<$holds>> {
                let $this = self;
                $found
            }
        }
        #[diagnostic::do_not_recommend]
        impl<E $(, $value)?> Raise<E> for $answer {
            fn convert(error: Infallible) -> E {
                match error {}
            }
        }
    )*};
}

/// `None` is failure. What is found is dropped.
#[inline(always)]
pub fn found<T>(found: &Option<T>) -> Status {
    Status::from(found.is_some())
}

/// `Pending` is running.
#[inline(always)]
pub fn ready<T>(poll: Poll<T>, status: impl FnOnce(T) -> Status) -> Status {
    match poll {
        Poll::Ready(value) => status(value),
        Poll::Pending => Status::Running,
    }
}

/// The value of an answer without one.
#[inline(always)]
fn nothing(status: Status) -> Poll<Option<()>> {
    match status {
        Status::Success => Poll::Ready(Some(())),
        Status::Failure => Poll::Ready(None),
        Status::Running => Poll::Pending,
    }
}

plain! {
    [] Status, (), Can::ANYTHING, this => this, nothing(this);
    [] bool, (), Can::END, this => Status::from(this), Poll::Ready(this.then_some(()));
    [] (), (), Can::SUCCEED, _this => Status::Success, Poll::Ready(Some(()));
    [T] Option<T>, T, Can::END, this => found(&this), Poll::Ready(this);
    [T] Poll<Option<T>>, T, Can::ANYTHING, this => ready(this, |found| self::found(&found)), this;
    [] Poll<()>, (), Can { fail: false, ..Can::ANYTHING }, this => ready(this, |()| Status::Success), this.map(Some);
    [] Adapted, (), Can::ANYTHING, this => this.0, nothing(this.0);
    [T] Adapted<Poll<Option<T>>>, T, Can::ANYTHING, this => this.0.status(), this.0;
}

impl<A: Plain, F> Sealed for Result<A, F> {}

impl<A: Plain, F> Answer for Result<A, F> {
    type Error = F;
    type Value = A::Value;
    const CAN: Can = A::CAN;
    #[inline(always)]
    fn into_result(self) -> Result<Status, F> {
        self.map(Plain::status)
    }
    #[inline(always)]
    fn into_value(self) -> Result<Poll<Option<A::Value>>, F> {
        self.map(Plain::value)
    }
}

impl<A: Plain, F, E: Accept<F>> Raise<E> for Result<A, F> {
    #[inline(always)]
    fn convert(error: F) -> E {
        E::accept(error)
    }
}

/// The error of a leaf with the answer `A`.
pub struct Cause<A: Answer>(pub A::Error);

/// The step of the tree after a tick of a leaf.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn raise<A: Raise<E>, P, E>(ticked: Ticked<P, Cause<A>>) -> Step<E> {
    match ticked {
        Ticked::Success => Step::Success,
        Ticked::Failure => Step::Failure,
        Ticked::Running | Ticked::Rests(_) => Step::Running,
        Ticked::Error(Cause(error)) => Step::Error(A::convert(error)),
    }
}

/// A value of the type that a binding has.
#[diagnostic::on_unimplemented(
    message = "this node has the value `{Self}`, where `{T}` is expected",
    label = "expected the value `{T}`",
    note = "all nodes whose value a binding or a header can get have values of the same type"
)]
pub trait IsValue<T> {
    fn into(self) -> T;
}

#[diagnostic::do_not_recommend]
impl<T> IsValue<T> for T {
    #[inline(always)]
    fn into(self) -> T {
        self
    }
}

/// The status of an answer, whose value is kept.
#[inline(always)]
pub fn keep<A: Answer<Value: IsValue<T>>, T>(answer: A, value: &mut Option<T>) -> Result<Status, A::Error> {
    Ok(match answer.into_value()? {
        Poll::Ready(Some(found)) => {
            *value = Some(IsValue::into(found));
            Status::Success
        }
        Poll::Ready(None) => Status::Failure,
        Poll::Pending => Status::Running,
    })
}

/// The answer of a user's function as a step; its value is kept.
#[inline(always)]
pub fn step_for_value<A: Raise<E> + Answer<Value: IsValue<T>>, E, T>(answer: A, value: &mut Option<T>) -> Step<E> {
    match keep(answer, value) {
        Ok(status) => Step::of(status),
        Err(error) => Step::Error(A::convert(error)),
    }
}

/// The answer of a user's function as a step.
#[inline(always)]
pub fn step<A: Raise<E>, E>(answer: A) -> Step<E> {
    match answer.into_result() {
        Ok(status) => Step::of(status),
        Err(error) => Step::Error(A::convert(error)),
    }
}
