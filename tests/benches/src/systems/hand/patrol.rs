//! W7 by hand.

use std::time::Duration;

use bt::Status;

use crate::workloads::patrol::{Patrol, arrive, goto};
use crate::world::TickFor;

/// All times in nanoseconds: 32 bits hold four seconds.
const REST: u32 = 100_000_000;
const LIMIT: u32 = 500_000_000;

/// What the agent does.
#[derive(Clone, Copy, Default, PartialEq, PartialOrd)]
enum State {
    #[default]
    Idle,
    Resting,
    Going,
    Returning,
}

/// A byte for the current action and four for the remaining time, and code that runs straight through.
#[derive(Default)]
#[repr(C, packed)]
pub struct Straight {
    state: State,
    left: u32,
}

impl TickFor<Patrol> for Straight {
    #[inline]
    fn tick_for(&mut self, patrol: &mut Patrol, frame: Duration) -> Status {
        let mut span = frame.as_nanos() as u32;
        if self.state <= State::Resting {
            if self.state == State::Idle {
                self.state = State::Resting;
                self.left = REST;
            }
            if self.left > span {
                self.left -= span;
                return Status::Running;
            }
            span -= self.left;
            self.state = State::Going;
        }
        if self.state == State::Going {
            if goto(patrol).is_running() {
                return Status::Running;
            }
            self.state = State::Returning;
            self.left = LIMIT;
        }
        if goto(patrol).is_running() {
            if self.left > span {
                self.left -= span;
                return Status::Running;
            }
            self.state = State::Idle;
            return Status::Failure;
        }
        self.state = State::Idle;
        arrive(patrol);
        Status::Success
    }
}

/// A `match` on the byte, with all arms written out: the state is only stored where it changes.
#[derive(Default)]
#[repr(C, packed)]
pub struct Arms {
    state: State,
    left: u32,
}

impl Arms {
    #[inline(always)]
    fn rest(&mut self, patrol: &mut Patrol, left: u32, span: u32) -> Status {
        if left > span {
            self.left = left - span;
            return Status::Running;
        }
        self.state = State::Going;
        self.go(patrol, span - left)
    }

    #[inline(always)]
    fn go(&mut self, patrol: &mut Patrol, span: u32) -> Status {
        if goto(patrol).is_running() {
            return Status::Running;
        }
        self.state = State::Returning;
        self.come_back(patrol, LIMIT, span)
    }

    #[inline(always)]
    fn come_back(&mut self, patrol: &mut Patrol, left: u32, span: u32) -> Status {
        if goto(patrol).is_running() {
            if left > span {
                self.left = left - span;
                return Status::Running;
            }
            self.state = State::Idle;
            return Status::Failure;
        }
        self.state = State::Idle;
        arrive(patrol);
        Status::Success
    }
}

impl TickFor<Patrol> for Arms {
    #[inline]
    fn tick_for(&mut self, patrol: &mut Patrol, frame: Duration) -> Status {
        let frame = frame.as_nanos() as u32;
        match self.state {
            State::Resting => self.rest(patrol, self.left, frame),
            State::Going => self.go(patrol, frame),
            State::Returning => self.come_back(patrol, self.left, frame),
            State::Idle => {
                self.state = State::Resting;
                self.rest(patrol, REST, frame)
            }
        }
    }
}
