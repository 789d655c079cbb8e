//! What nodes can return, computed at compile time from the types of their leaves.

use crate::status::Status;

/// What a behavior can answer, as far as its types tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Can {
    pub succeed: bool,
    pub fail: bool,
    pub run: bool,
}

impl Can {
    /// Every status; also where nothing is known.
    pub const ANYTHING: Can = Can { succeed: true, fail: true, run: true };
    /// Success or failure at once.
    pub const END: Can = Can { succeed: true, fail: true, run: false };
    /// Success at once.
    pub const SUCCEED: Can = Can { succeed: true, fail: false, run: false };
    /// No status.
    pub const NOTHING: Can = Can { succeed: false, fail: false, run: false };

    /// The statuses that both can return.
    pub const fn and(self, other: Can) -> Can {
        Can { succeed: self.succeed && other.succeed, fail: self.fail && other.fail, run: self.run && other.run }
    }

    /// Whether it can return this status.
    pub const fn has(self, status: Status) -> bool {
        match status {
            Status::Success => self.succeed,
            Status::Failure => self.fail,
            Status::Running => self.run,
        }
    }

    /// The statuses that one of the two can return.
    pub const fn or(self, other: Can) -> Can {
        Can { succeed: self.succeed || other.succeed, fail: self.fail || other.fail, run: self.run || other.run }
    }
}

/// Whether all of these results are possible.
pub const fn all(parts: &[bool]) -> bool {
    at_least(parts.len(), parts)
}

/// Whether any of these results is possible.
pub const fn any(parts: &[bool]) -> bool {
    at_least(1, parts)
}

/// Whether at least `count` of these results are possible.
pub const fn at_least(count: usize, parts: &[bool]) -> bool {
    let (mut found, mut part) = (0, 0);
    while part < parts.len() {
        found += parts[part] as usize;
        part += 1;
    }
    found >= count
}

/// Stops the compilation with a message if a result that must be possible is not.
#[track_caller]
pub const fn need(possible: bool, message: &str) {
    assert!(possible, "{}", message);
}
