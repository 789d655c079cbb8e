//! What one tick of a part of a tree comes to, in the form that generated code hands on with `?`.

use core::ops::ControlFlow;

use crate::status::Status;
use crate::time::Span;

/// Either the tick stops here, or the part has ended with success (`true`) or failure (`false`).
pub type Step<E> = ControlFlow<Stop<E>, bool>;

/// Why a tick stops.
pub enum Stop<E> {
    /// The part is still running.
    Running,
    /// A leaf has returned an error. No node of the part is active any more, whatever its state says.
    Error(E),
}

/// The part is still running.
#[inline(always)]
pub const fn running<E>() -> Step<E> {
    ControlFlow::Break(Stop::Running)
}

/// The part has ended with success or failure.
#[inline(always)]
pub const fn ended<E>(success: bool) -> Step<E> {
    ControlFlow::Continue(success)
}

/// A status as a step.
#[inline(always)]
pub const fn step<E>(status: Status) -> Step<E> {
    match status {
        Status::Success => ControlFlow::Continue(true),
        Status::Failure => ControlFlow::Continue(false),
        Status::Running => ControlFlow::Break(Stop::Running),
    }
}

/// A step as a status, or as the error that stopped it.
#[inline(always)]
pub fn status<E>(step: Step<E>) -> Result<Status, E> {
    match step {
        ControlFlow::Continue(true) => Ok(Status::Success),
        ControlFlow::Continue(false) => Ok(Status::Failure),
        ControlFlow::Break(Stop::Running) => Ok(Status::Running),
        ControlFlow::Break(Stop::Error(error)) => Err(error),
    }
}

/// A step as a status; an error stops the tick.
#[inline(always)]
pub fn unless_error<E>(step: Step<E>) -> ControlFlow<Stop<E>, Status> {
    match status(step) {
        Ok(status) => ControlFlow::Continue(status),
        Err(error) => ControlFlow::Break(Stop::Error(error)),
    }
}

/// Whether the part is still running.
#[inline(always)]
pub fn is_running<E>(step: &Step<E>) -> bool {
    matches!(step, ControlFlow::Break(Stop::Running))
}

/// The moment at which a child is given up for an earlier one that has come to this step: when that one began, or when
/// its error came up.
#[inline(always)]
pub fn given_up<E>(step: &Step<E>, begin: Span, end: Span) -> Span {
    if matches!(step, ControlFlow::Break(Stop::Error(_))) { end } else { begin }
}

/// Whether the part has ended with this result.
#[inline(always)]
pub fn ended_with<E>(step: &Step<E>, success: bool) -> bool {
    matches!(step, ControlFlow::Continue(result) if *result == success)
}
