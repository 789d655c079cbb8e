//! `Can`: what a behavior can return, as far as types tell.

use crate::status::Status;

/// What a leaf or a composite can return, as far as the compiler knows: the type of
/// [`Behavior::CAN`](crate::Behavior::CAN), which has an example, and of [`Composite::CAN`](crate::Composite::CAN).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Can {
    /// It can succeed.
    pub succeed: bool,
    /// It can fail.
    pub fail: bool,
    /// It can still be running after a tick.
    pub run: bool,
    /// A message may end it between two ticks.
    pub end_by_message: bool,
}

impl Can {
    /// Every status. Also used where nothing is known.
    pub const ANYTHING: Can = Can { succeed: true, fail: true, run: true, end_by_message: false };
    /// Success or failure, in its first tick.
    pub const END: Can = Can { run: false, ..Can::ANYTHING };
    /// Success, in its first tick.
    pub const SUCCEED: Can = Can { fail: false, ..Can::END };
    /// No status.
    pub const NOTHING: Can = Can { succeed: false, ..Can::SUCCEED };

    /// The statuses that both can return. `end_by_message` is that of `self`.
    pub const fn and(self, other: Can) -> Can {
        Can {
            succeed: self.succeed && other.succeed,
            fail: self.fail && other.fail,
            run: self.run && other.run,
            ..self
        }
    }

    /// What a leaf declares with `returns(..)`. It must be a subset of what its `run` can return.
    ///
    /// # Panics
    ///
    /// If it is not: trees compute it in a constant, so the build fails.
    #[doc(hidden)]
    #[track_caller]
    pub const fn declared(self, declared: Can) -> Can {
        need(
            self.succeed || !declared.succeed,
            "`returns(..)` names `success`, which the `run` of this leaf never returns",
        );
        need(self.fail || !declared.fail, "`returns(..)` names `failure`, which the `run` of this leaf never returns");
        need(self.run || !declared.run, "`returns(..)` names `running`, which the `run` of this leaf never returns");
        self.and(declared)
    }

    /// Whether it includes every status of the other.
    pub(crate) const fn includes(self, other: Can) -> bool {
        (self.succeed || !other.succeed) && (self.fail || !other.fail) && (self.run || !other.run)
    }

    /// Whether this status is possible.
    pub const fn has(self, status: Status) -> bool {
        match status {
            Status::Success => self.succeed,
            Status::Failure => self.fail,
            Status::Running => self.run,
        }
    }

    /// The statuses that at least one of the two can return.
    pub const fn or(self, other: Can) -> Can {
        Can {
            succeed: self.succeed || other.succeed,
            fail: self.fail || other.fail,
            run: self.run || other.run,
            end_by_message: self.end_by_message || other.end_by_message,
        }
    }

    /// Which slot in the state of a tree the leaf needs: 0 for none, 1 for the leaf, 2 for a leaf that a message may
    /// end.
    #[doc(hidden)]
    pub const fn slot(self) -> u8 {
        match (self.run, self.end_by_message) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        }
    }
}

/// Fails the build with a message if a result that must be possible is not.
#[track_caller]
pub const fn need(possible: bool, message: &str) {
    assert!(possible, "{}", message);
}

/// As [`need`], for a result that depends on a leaf with these results. If the leaf never ends, since it is such a
/// tree, the message is another one.
#[track_caller]
pub const fn need_end(possible: bool, leaf: Can, message: &str, if_endless: &str) {
    need(possible, if leaf.succeed || leaf.fail { message } else { if_endless });
}
