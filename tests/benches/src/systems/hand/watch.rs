//! W8 by hand.

use bt::Status;

use crate::workloads::watch::{FRAME, Watch, arrive, goto};
use crate::world::Tick;

/// All times in nanoseconds: 32 bits hold four seconds.
const TICK: u32 = FRAME.as_nanos() as u32;
const REST: u32 = 4_000_000_000;

/// What the watchman does.
#[derive(Clone, Copy, Default, PartialEq)]
enum State {
    #[default]
    Idle,
    Resting,
    Going,
}

/// A byte for what it does and four for the time that is left, and code that runs straight through.
#[derive(Default)]
#[repr(C, packed)]
pub struct Straight {
    state: State,
    left: u32,
}

impl Tick<Watch> for Straight {
    #[inline]
    fn tick(&mut self, watch: &mut Watch) -> Status {
        if self.state != State::Going {
            if self.state == State::Idle {
                self.state = State::Resting;
                self.left = REST;
            }
            if self.left > TICK {
                self.left -= TICK;
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
