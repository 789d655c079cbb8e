//! What happened to a node, and in which step.

use bt::{Outcome, Status};

/// Which method of the tree was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// `tick`, or one like it.
    Tick,
    /// `abort`
    Abort,
    /// `send`
    Send,
    /// `reset`
    Reset,
    /// Steps that no observer saw. Its events are starts of the nodes that are active after these steps. Files never
    /// contain it.
    Lost,
}

/// Something that happened to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    /// The id of its node.
    pub node: u32,
    pub what: What,
    /// How much of the tick's span had passed, in nanoseconds.
    pub nanos: u64,
}

/// What happened to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// It has started.
    Start,
    /// It has run.
    Run(Status),
    /// It has finished.
    Finish(Outcome),
    /// A reason was reported. The recording has its text.
    Why,
}

impl Sort {
    /// In the order of their codes in files and on the page.
    pub const ALL: [Sort; 5] = [Sort::Tick, Sort::Abort, Sort::Send, Sort::Reset, Sort::Lost];

    /// Its code.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The sort with this code.
    pub fn of(code: usize) -> Option<Self> {
        Self::ALL.get(code).copied()
    }

    /// Whether nothing is active any more when this step begins.
    pub fn clears(self) -> bool {
        matches!(self, Sort::Reset | Sort::Lost)
    }
}

impl What {
    /// In the order of their codes in files and on the page.
    pub const ALL: [What; 8] = [
        What::Start,
        What::Run(Status::Success),
        What::Run(Status::Failure),
        What::Run(Status::Running),
        What::Finish(Outcome::Success),
        What::Finish(Outcome::Failure),
        What::Finish(Outcome::Aborted),
        What::Why,
    ];

    /// Its code.
    pub fn code(self) -> u8 {
        match self {
            What::Start => 0,
            What::Run(status) => 1 + status as u8,
            What::Finish(outcome) => 4 + outcome as u8,
            What::Why => 7,
        }
    }

    /// What has this code. In the page, a reason has this or a higher one.
    pub fn of(code: usize) -> Self {
        Self::ALL.get(code).copied().unwrap_or(What::Why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `code` counts on the numbers of enums of `bt`.
    #[test]
    fn codes_are_positions() {
        assert!(Sort::ALL.iter().enumerate().all(|(code, sort)| usize::from(sort.code()) == code));
        assert!(What::ALL.iter().enumerate().all(|(code, what)| usize::from(what.code()) == code));
    }
}
