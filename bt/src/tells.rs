//! What nodes with code of their own tell those who look on.

use crate::inputs::Inputs;
use crate::status::{Outcome, Status};
use crate::step::Step;
use crate::watch::Watch;

/// What a node comes to in a tick.
pub trait AsStatus {
    /// The status, or nothing after an error.
    fn status(&self) -> Option<Status>;
}

impl<E> AsStatus for Step<E> {
    #[inline(always)]
    fn status(&self) -> Option<Status> {
        match self {
            Step::Success => Some(Status::Success),
            Step::Failure => Some(Status::Failure),
            Step::Running => Some(Status::Running),
            Step::Error(_) => None,
        }
    }
}

impl AsStatus for bool {
    #[inline(always)]
    fn status(&self) -> Option<Status> {
        Some(Status::from(*self))
    }
}

/// How a node has ended that came to this, if it has.
#[inline(always)]
const fn outcome(status: Option<Status>) -> Option<Outcome> {
    match status {
        Some(Status::Success) => Some(Outcome::Success),
        Some(Status::Failure) => Some(Outcome::Failure),
        Some(Status::Running) => None,
        None => Some(Outcome::Aborted),
    }
}

/// A leaf has run.
#[inline(always)]
pub fn has_run<T: AsStatus, W: Watch>(ticked: T, node: usize, inputs: &mut Inputs<'_, W>) -> T {
    if W::LOOKS {
        inputs.ran(node, ticked.status());
    }
    has_ended(ticked, node, inputs)
}

/// A node has been ticked, and may have ended.
#[inline(always)]
pub fn has_ended<T: AsStatus, W: Watch>(ticked: T, node: usize, inputs: &mut Inputs<'_, W>) -> T {
    if W::LOOKS
        && let Some(outcome) = outcome(ticked.status())
    {
        inputs.finish(node, outcome);
    }
    ticked
}

/// A node has been asked before its child, which comes after success.
#[inline(always)]
pub fn has_asked<T: AsStatus, W: Watch>(ticked: T, node: usize, inputs: &mut Inputs<'_, W>) -> T {
    if W::LOOKS
        && let Some(outcome @ (Outcome::Failure | Outcome::Aborted)) = outcome(ticked.status())
    {
        inputs.finish(node, outcome);
    }
    ticked
}
