//! `Step` and `Ticked`: the result of one tick of a part of a tree, and of a leaf.

use crate::status::{Outcome, Status};
use crate::time::Span;

/// The result of one tick of a part of a tree.
pub enum Step<E> {
    /// The part has ended with success.
    Success,
    /// The part has ended with failure.
    Failure,
    /// The part is still running.
    Running,
    /// A leaf has returned an error. No node of the part is active any more, whatever its state says.
    Error(E),
}

impl<E> Step<E> {
    /// The part has ended with success or failure.
    #[inline(always)]
    pub const fn ended(success: bool) -> Self {
        if success { Step::Success } else { Step::Failure }
    }

    /// A status as a step.
    #[inline(always)]
    pub const fn of(status: Status) -> Self {
        match status {
            Status::Success => Step::Success,
            Status::Failure => Step::Failure,
            Status::Running => Step::Running,
        }
    }

    /// With another error.
    #[cfg(feature = "live")]
    pub fn map_error<F>(self, convert: impl FnOnce(E) -> F) -> Step<F> {
        match self {
            Step::Success => Step::Success,
            Step::Failure => Step::Failure,
            Step::Running => Step::Running,
            Step::Error(error) => Step::Error(convert(error)),
        }
    }

    /// The status, or the error that stopped the tick.
    #[inline(always)]
    pub fn status(self) -> Result<Status, E> {
        match self {
            Step::Success => Ok(Status::Success),
            Step::Failure => Ok(Status::Failure),
            Step::Running => Ok(Status::Running),
            Step::Error(error) => Err(error),
        }
    }

    /// How the part has ended; `None` if it is running.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn outcome(&self) -> Option<Outcome> {
        match self {
            Step::Success => Some(Outcome::Success),
            Step::Failure => Some(Outcome::Failure),
            Step::Running => None,
            Step::Error(_) => Some(Outcome::Aborted),
        }
    }

    /// Whether the part is still running.
    #[inline(always)]
    pub const fn is_running(&self) -> bool {
        matches!(self, Step::Running)
    }

    /// Whether the part has ended with this result.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn ended_with(&self, success: bool) -> bool {
        if success { matches!(self, Step::Success) } else { matches!(self, Step::Failure) }
    }

    /// The moment at which a later child is aborted because of this step of an earlier one: when the earlier one began,
    /// or when it returned an error.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn gives_up(&self, begin: Span, end: Span) -> Span {
        if matches!(self, Step::Error(_)) { end } else { begin }
    }
}

/// The result of one tick of a leaf whose slot has the type `P`.
pub enum Ticked<P, E> {
    /// It has started and is still running; this is its slot.
    Rests(P),
    /// It has ended, or it is still running in its slot: the tree passes on with this step.
    Passes(Step<E>),
}

impl<P, E> Ticked<P, E> {
    /// The step of a leaf that was in its slot.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn of_resumed(self) -> Step<E> {
        match self {
            Ticked::Rests(_) => Step::Running,
            Ticked::Passes(step) => step,
        }
    }
}
