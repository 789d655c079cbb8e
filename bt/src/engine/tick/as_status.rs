//! `AsStatus`: what can be the result of a node in a tick.

use super::step::Step;
use crate::status::Status;

/// The result of a node in a tick.
pub trait AsStatus: Sized {
    /// The status; `None` after an error.
    fn status(&self) -> Option<Status>;

    /// The result that an observer asks for, if the node can have it.
    fn mocked(status: Status) -> Option<Self>;
}

impl AsStatus for Status {
    #[inline(always)]
    fn status(&self) -> Option<Status> {
        Some(*self)
    }

    fn mocked(status: Status) -> Option<Status> {
        Some(status)
    }
}

impl<E> AsStatus for Step<E> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn status(&self) -> Option<Status> {
        match self {
            Step::Success => Some(Status::Success),
            Step::Failure => Some(Status::Failure),
            Step::Running => Some(Status::Running),
            Step::Error(_) => None,
        }
    }

    fn mocked(status: Status) -> Option<Self> {
        Some(Step::of(status))
    }
}

impl AsStatus for bool {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn status(&self) -> Option<Status> {
        Some(Status::from(*self))
    }

    fn mocked(status: Status) -> Option<bool> {
        (!status.is_running()).then_some(status == Status::Success)
    }
}
