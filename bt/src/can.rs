//! `Can`: what a behavior can answer, as far as its types tell.

use crate::status::Status;

/// What a behavior can answer: see [`Behavior::CAN`](crate::Behavior::CAN).
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
    /// Every status; also where nothing is known.
    pub const ANYTHING: Can = Can { succeed: true, fail: true, run: true, end_by_message: false };
    /// Success or failure at once.
    pub const END: Can = Can { run: false, ..Can::ANYTHING };
    /// Success at once.
    pub const SUCCEED: Can = Can { fail: false, ..Can::END };
    /// No status.
    pub const NOTHING: Can = Can { succeed: false, ..Can::SUCCEED };

    /// The statuses that both can return.
    pub const fn and(self, other: Can) -> Can {
        Can {
            succeed: self.succeed && other.succeed,
            fail: self.fail && other.fail,
            run: self.run && other.run,
            ..self
        }
    }

    /// What a leaf declares with `returns(..)`, which must be among what its `run` can return.
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
        Can {
            succeed: self.succeed || other.succeed,
            fail: self.fail || other.fail,
            run: self.run || other.run,
            end_by_message: self.end_by_message || other.end_by_message,
        }
    }

    /// The same, and a message may end it.
    pub const fn end_by_message(self) -> Can {
        Can { end_by_message: true, ..self }
    }

    /// Which slot it needs, as a number for [`SlotOf`](crate::engine::tick::slot_of::SlotOf).
    pub const fn slot(self) -> u8 {
        match (self.run, self.end_by_message) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        }
    }
}

/// Stops the compilation with a message if a result that must be possible is not.
#[track_caller]
pub const fn need(possible: bool, message: &str) {
    assert!(possible, "{}", message);
}
