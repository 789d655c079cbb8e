//! What a node answers where BehaviorTree.CPP answers SKIPPED.

use bt::Status;

/// How the parent of a node counts it if it is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    /// The parent goes on, as after a success.
    Succeeds,
    /// The parent goes on, as after a failure.
    Fails,
    /// Neither is the same. It fails, and a warning says so.
    Neither,
}

impl Skip {
    pub fn status(self) -> Status {
        Status::from(self == Skip::Succeeds)
    }

    /// How a child below a node counts that this node is skipped with, if the node does this to results.
    pub fn below(self, builtin: &str) -> Skip {
        match (builtin, self) {
            ("Inverter", Skip::Succeeds) => Skip::Fails,
            ("Inverter", Skip::Fails) => Skip::Succeeds,
            // These would go on, or answer something else.
            ("ForceSuccess" | "RetryUntilSuccessful" | "RecoveryNode", Skip::Fails)
            | ("ForceFailure" | "Repeat", Skip::Succeeds) => Skip::Neither,
            _ => self,
        }
    }
}
