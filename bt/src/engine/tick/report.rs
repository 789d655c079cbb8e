//! Reports of nodes with code of their own to the observer.

use super::as_status::AsStatus;
use super::tick_inputs::TickInputs;
use crate::engine::observe::watch::Watch;
use crate::status::{Outcome, Status};

/// How a node with this status has ended; `None` if it is running.
#[cfg_attr(not(debug_assertions), inline(always))]
const fn outcome(status: Option<Status>) -> Option<Outcome> {
    match status {
        Some(Status::Success) => Some(Outcome::Success),
        Some(Status::Failure) => Some(Outcome::Failure),
        Some(Status::Running) => None,
        None => Some(Outcome::Aborted),
    }
}

/// Reports that a leaf has run, and may have ended.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn has_run<T: AsStatus, W: Watch>(ticked: T, node: usize, inputs: &mut TickInputs<'_, W>) -> T {
    if W::OBSERVED {
        inputs.ran(node, ticked.status());
    }
    has_ended(ticked, node, inputs)
}

/// Reports the end of a node that has been ticked, if it has ended.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn has_ended<T: AsStatus, W: Watch>(ticked: T, node: usize, inputs: &mut TickInputs<'_, W>) -> T {
    if W::OBSERVED
        && let Some(outcome) = outcome(ticked.status())
    {
        inputs.finish(node, outcome);
    }
    ticked
}

/// Reports the end of a node whose condition was checked before its child. If the condition holds, the child follows.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn has_checked<T: AsStatus, W: Watch>(ticked: T, node: usize, inputs: &mut TickInputs<'_, W>) -> T {
    if W::OBSERVED
        && let Some(outcome @ (Outcome::Failure | Outcome::Aborted)) = outcome(ticked.status())
    {
        inputs.finish(node, outcome);
    }
    ticked
}
