//! W8 by hand.

use std::time::Duration;

use bt::Status;

use crate::workloads::watch::{Watch, arrive, goto};
use crate::world::TickFor;

/// All times in nanoseconds: 32 bits hold four seconds.
const REST: u32 = 4_000_000_000;

/// What the watchman does.
#[derive(Clone, Copy, Default, PartialEq)]
enum State {
    #[default]
    Idle,
    Resting,
    Going,
}

/// A byte for the current action and four for the remaining time, and code that runs straight through.
#[derive(Default)]
#[repr(C, packed)]
pub struct Straight {
    state: State,
    left: u32,
}

impl TickFor<Watch> for Straight {
    #[inline]
    fn tick_for(&mut self, watch: &mut Watch, frame: Duration) -> Status {
        let span = frame.as_nanos() as u32;
        if self.state != State::Going {
            if self.state == State::Idle {
                self.state = State::Resting;
                self.left = REST;
            }
            if self.left > span {
                self.left -= span;
                return Status::Running;
            }
            self.state = State::Going;
        }
        if goto(watch).is_running() {
            return Status::Running;
        }
        self.state = State::Idle;
        arrive(watch);
        Status::Success
    }
}
