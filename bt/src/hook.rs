//! How the derive reaches the inherent methods of a leaf.
//!
//! The derive calls `run` by method syntax: an inherent `run` is taken first, and the trait's own, which answers
//! [`Adapted`](crate::answer::Adapted), only where there is none. So a missing `run` and a `run` of another shape both
//! fail the one bound below, with one error.

use crate::answer::Plain;
use crate::behavior::{Can, Status};
use crate::answer::{Answer, NoError};

/// What the `run` of a derived leaf may return, where `E` is the error that its attribute names.
#[diagnostic::on_unimplemented(
    message = "a leaf needs a method `run` that returns `Status`, `bool`, `()`, or a `Result` of one of them",
    label = "its `run` is missing, or returns something else",
    note = "write `fn run(&mut self, context: &mut Context) -> Status`; if it returns a `Result`, name its error: `#[behavior(context = ..., error = ...)]`"
)]
pub trait Returns<E> {
    const CAN: Can;
    fn into_result(self) -> Result<Status, E>;
}

macro_rules! returns {
    ($($answer:ty),*) => {$(
        impl<E> Returns<E> for $answer {
            const CAN: Can = <$answer as Answer>::CAN;
            #[inline(always)]
            fn into_result(self) -> Result<Status, E> {
                Ok(self.status())
            }
        }
    )*};
}

returns! { Status, bool, () }

#[diagnostic::do_not_recommend]
impl<A: Plain, E> Returns<E> for Result<A, E> {
    const CAN: Can = A::CAN;
    #[inline(always)]
    fn into_result(self) -> Result<Status, E> {
        self.map(Plain::status)
    }
}

/// Calls the `run` of a derived leaf.
#[inline(always)]
pub fn hook<L, C: ?Sized, R: Returns<E>, E>(run: impl FnOnce(&mut L, &mut C) -> R, leaf: &mut L, context: &mut C) -> Result<Status, E> {
    run(leaf, context).into_result()
}

/// What the `run` of a derived leaf can answer, told by its return type.
pub const fn can<L, C: ?Sized, R: Returns<E>, E>(_: &impl FnOnce(&mut L, &mut C) -> R) -> Can {
    R::CAN
}

/// The answer of a leaf that names no error type.
pub fn infallible(result: Result<Status, NoError>) -> Status {
    match result {
        Ok(status) => status,
        Err(never) => match never {},
    }
}
