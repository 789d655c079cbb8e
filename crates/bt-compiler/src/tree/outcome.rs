//! `Outcome`: how a node, a step or a flow ends.

use std::ops::Not;

/// How something ends that has not been aborted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Success,
    Failure,
}

impl Outcome {
    pub fn is_success(self) -> bool {
        self == Outcome::Success
    }
}

/// The other outcome.
impl Not for Outcome {
    type Output = Outcome;

    fn not(self) -> Outcome {
        match self {
            Outcome::Success => Outcome::Failure,
            Outcome::Failure => Outcome::Success,
        }
    }
}

/// When a loop continues, and how it ends. `repeat` continues after success, and its result after a failure is
/// failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The result of a pass after which there is another pass. If a count runs out, it is also the result of the loop.
    pub go_on_after: Outcome,
    /// The result of the loop after a pass with the other result.
    pub result: Outcome,
}
