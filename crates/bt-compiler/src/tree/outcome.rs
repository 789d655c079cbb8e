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
