//! The decision of a decorator's `before`.

use super::error::IsError;
use crate::decorator::Decision;
use crate::engine::leaf::answers::Accept;
use crate::engine::tick::step::Step;
use crate::status::Status;

/// A decision whose errors can pass through a tree with the error type `E`.
pub trait Decides<E>: Decision {
    /// The step with which the node ends before its child, if it does.
    fn step(self) -> Option<Step<E>>;
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

/// The step with which a decorator ends before its child, if it does.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn decided<A: Decides<E>, E>(decision: A) -> Option<Step<E>> {
    decision.step()
}

/// What the `before` of the decorator `D` may return. A separate bound requires that its error is `E`, so that this has
/// its own error message.
#[diagnostic::on_unimplemented(
    message = "the `before` of `{D}` cannot return `{Self}`",
    label = "expected `Option<Status>`, or a `Result` of it"
)]
pub trait Says<D, E> {
    type Error;
    fn into_result(self) -> Result<Option<Status>, Self::Error>;
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

/// The result of a derived decorator's `before`.
#[inline(always)]
pub fn said<D, E, R>(returned: R) -> Result<Option<Status>, E>
where
    R: Says<D, E, Error: IsError<E>>,
{
    returned.into_result().map_err(IsError::error)
}
