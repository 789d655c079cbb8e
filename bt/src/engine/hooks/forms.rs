//! The forms that a hook may have: what it takes as `self`, and what it returns.

use core::time::Duration;

use super::error::IsError;
use crate::status::Status;

/// What a hook may take as `self`.
#[diagnostic::on_unimplemented(
    message = "a hook takes `&mut self` or `&self`, but one takes `{Receiver}`",
    label = "a hook of this type takes `{Receiver}`",
    note = "if the type is `Copy`, its hooks may take `self`"
)]
pub trait Lend<Receiver> {
    fn __as_receiver(self) -> Receiver;
}

#[diagnostic::do_not_recommend]
impl<'a, L> Lend<&'a mut L> for &'a mut L {
    #[inline(always)]
    fn __as_receiver(self) -> &'a mut L {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<'a, L> Lend<&'a L> for &'a mut L {
    #[inline(always)]
    fn __as_receiver(self) -> &'a L {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<L: Copy> Lend<L> for &mut L {
    #[inline(always)]
    fn __as_receiver(self) -> L {
        *self
    }
}

/// What `start` returns. A separate bound requires that its error is the one that the attribute names, so that this has
/// its own error message.
#[diagnostic::on_unimplemented(
    message = "the hook `start` returns nothing or `Result<(), E>`, but one returns `{Self}`",
    label = "the `start` of this type returns `{Self}`"
)]
pub trait Started<E> {
    type Error;
    fn into_result(self) -> Result<(), Self::Error>;
}

#[diagnostic::do_not_recommend]
impl<E> Started<E> for () {
    type Error = E;
    #[inline(always)]
    fn into_result(self) -> Result<(), E> {
        Ok(())
    }
}

#[diagnostic::do_not_recommend]
impl<E, F> Started<E> for Result<(), F> {
    type Error = F;
    #[inline(always)]
    fn into_result(self) -> Result<(), F> {
        self
    }
}

/// The result of a derived type's `start`.
#[inline(always)]
pub fn started<E, R: Started<E, Error: IsError<E>>>(returned: R) -> Result<(), E> {
    match returned.into_result() {
        Ok(()) => Ok(()),
        Err(error) => Err(error.error()),
    }
}

/// The `start` of a derived type, called outside of a tree, where no error can be returned.
///
/// # Panics
///
/// If the start fails.
#[inline]
pub fn start_alone<E>(started: Result<(), E>) {
    if started.is_err() {
        panic!("the start of a leaf or a decorator has failed: call `try_start`, which returns the error");
    }
}

/// What `finish` returns.
#[diagnostic::on_unimplemented(
    message = "the hook `finish` returns nothing, but one returns `{Self}`",
    label = "the `finish` of this type returns `{Self}`"
)]
pub trait Nothing {
    /// The result of a `finish`.
    fn done(self);
}

#[diagnostic::do_not_recommend]
impl Nothing for () {
    #[inline(always)]
    fn done(self) {}
}

/// What `sleep` returns.
#[diagnostic::on_unimplemented(
    message = "the hook `sleep` of a leaf returns an `Option<Duration>`, but one returns `{Self}`",
    label = "the `sleep` of this leaf returns `{Self}`",
    note = "it returns how long ticks can be skipped; rename a method that does something else"
)]
pub trait IsSleep {
    fn sleep(self) -> Option<Duration>;
}

#[diagnostic::do_not_recommend]
impl IsSleep for Option<Duration> {
    #[inline(always)]
    fn sleep(self) -> Option<Duration> {
        self
    }
}

/// What the `after` of a decorator returns.
#[diagnostic::on_unimplemented(
    message = "the hook `after` of a decorator returns a `Status`, but one returns `{Self}`",
    label = "the `after` of this decorator returns `{Self}`"
)]
pub trait IsStatus {
    fn status(self) -> Status;
}

#[diagnostic::do_not_recommend]
impl IsStatus for Status {
    #[inline(always)]
    fn status(self) -> Status {
        self
    }
}

/// What `receive` returns.
#[diagnostic::on_unimplemented(
    message = "the hook `receive` of a leaf returns nothing or a `Status`, but one returns `{Self}`",
    label = "the `receive` of this leaf returns `{Self}`"
)]
pub trait Reply {
    fn into_status(self) -> Status;
}

#[diagnostic::do_not_recommend]
impl Reply for () {
    #[inline(always)]
    fn into_status(self) -> Status {
        Status::Running
    }
}

#[diagnostic::do_not_recommend]
impl Reply for Status {
    #[inline(always)]
    fn into_status(self) -> Status {
        self
    }
}

/// The answer of a leaf to a message.
#[inline(always)]
pub fn reply(reply: impl Reply) -> Status {
    reply.into_status()
}

/// What the `receive` of a leaf with a value returns.
#[diagnostic::on_unimplemented(
    message = "the hook `receive` of a leaf with a value returns nothing, but one returns `{Self}`",
    label = "the `receive` of this leaf returns `{Self}`",
    note = "a message cannot end a leaf with a value: store the message in a field, and let `run` return the result"
)]
pub trait ReplyOfValue {}

#[diagnostic::do_not_recommend]
impl ReplyOfValue for () {}

/// The answer of a leaf with a value to a message.
#[inline(always)]
pub fn reply_of_value(_: impl ReplyOfValue) -> Status {
    Status::Running
}
