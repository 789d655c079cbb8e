//! `Forward`: how the errors of a variant pass through its enum.

use core::task::Poll;

use super::answers::{Cause, IsValue, Raise};
use crate::answer::Answer;
use crate::status::Status;

/// The answer of a variant whose errors can pass through an enum with the error type `E`.
#[diagnostic::on_unimplemented(
    message = "the errors of this variant cannot pass through its enum",
    label = "it returns a `Result`, and no `From` turns its error into the error of the enum",
    note = "an enum names its error in its attribute: `#[behavior(context = ..., error = ...)]`"
)]
pub trait Forward<E>: Answer {
    fn forward(self) -> Result<Status, E>;
    fn forward_start(started: Result<(), Cause<Self>>) -> Result<(), E>;
}

#[diagnostic::do_not_recommend]
impl<A: Raise<E>, E> Forward<E> for A {
    #[inline(always)]
    fn forward(self) -> Result<Status, E> {
        self.into_result().map_err(A::convert)
    }

    #[inline(always)]
    fn forward_start(started: Result<(), Cause<A>>) -> Result<(), E> {
        started.map_err(|Cause(error)| A::convert(error))
    }
}

/// The answer of a variant whose errors and values can pass through an enum with the error type `E` and the value `T`.
#[diagnostic::on_unimplemented(
    message = "the results of this variant cannot pass through its enum",
    label = "its value is not the `{T}` of the enum, or its error cannot become the error of the enum",
    note = "an enum names the value of its variants, and their error, in its attribute: `#[behavior(context = ..., \
            value = ..., error = ...)]`"
)]
pub trait ForwardValue<E, T>: Answer {
    fn forward_value(self) -> Result<Poll<Option<T>>, E>;
    fn forward_start(started: Result<(), Cause<Self>>) -> Result<(), E>;
}

#[diagnostic::do_not_recommend]
impl<A: Raise<E> + Answer<Value: IsValue<T>>, E, T> ForwardValue<E, T> for A {
    #[inline(always)]
    fn forward_value(self) -> Result<Poll<Option<T>>, E> {
        let answer = self.into_value().map_err(A::convert)?;
        Ok(answer.map(|found| found.map(IsValue::into)))
    }

    #[inline(always)]
    fn forward_start(started: Result<(), Cause<A>>) -> Result<(), E> {
        started.map_err(|Cause(error)| A::convert(error))
    }
}
