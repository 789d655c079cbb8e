//! What a node says of itself, and how it ended.

/// What a node says of itself after a tick.
///
/// ```
/// use bt::Status;
///
/// assert_eq!(Status::from(true), Status::Success);
/// assert!(Status::Running.is_running());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It has done what it is for.
    Success,
    /// It could not do it.
    Failure,
    /// It needs more ticks.
    Running,
}

impl Status {
    /// Whether the node needs more ticks.
    pub const fn is_running(self) -> bool {
        matches!(self, Status::Running)
    }

    /// Whether the node has succeeded.
    pub const fn is_success(self) -> bool {
        matches!(self, Status::Success)
    }

    /// Whether the node has failed.
    pub const fn is_failure(self) -> bool {
        matches!(self, Status::Failure)
    }
}

/// `true` is success, `false` is failure.
impl From<bool> for Status {
    fn from(success: bool) -> Self {
        if success { Status::Success } else { Status::Failure }
    }
}

/// How an activation of a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Its own `run` or `receive` said [`Status::Success`].
    Success,
    /// Its own `run` or `receive` said [`Status::Failure`].
    Failure,
    /// Its parent gave up on it, the tree was aborted, or an error came up.
    Aborted,
}

/// What a behavior can answer, as far as its types tell.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Can {
    pub succeed: bool,
    pub fail: bool,
    pub run: bool,
}

impl Can {
    /// Nothing is known, so everything is possible.
    pub const ANYTHING: Can = Can { succeed: true, fail: true, run: true };
    /// It answers at once.
    pub const END: Can = Can { succeed: true, fail: true, run: false };
    /// It always succeeds at once.
    pub const SUCCEED: Can = Can { succeed: true, fail: false, run: false };
    /// It never answers.
    pub const NOTHING: Can = Can { succeed: false, fail: false, run: false };

    /// What both of the two can answer.
    pub const fn and(self, other: Can) -> Can {
        Can { succeed: self.succeed && other.succeed, fail: self.fail && other.fail, run: self.run && other.run }
    }

    /// Whether it can answer this.
    pub const fn has(self, status: Status) -> bool {
        match status {
            Status::Success => self.succeed,
            Status::Failure => self.fail,
            Status::Running => self.run,
        }
    }

    /// What one of the two can answer.
    pub const fn or(self, other: Can) -> Can {
        Can { succeed: self.succeed || other.succeed, fail: self.fail || other.fail, run: self.run || other.run }
    }
}
