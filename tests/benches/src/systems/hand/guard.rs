//! W6 by hand.

use bt::Status;

use crate::workloads::guard::{Guard, aim, arrive, count, goto, shoot, turn};
use crate::world::Tick;

/// Two bytes, and code that runs straight through.
#[derive(Default)]
pub struct Straight {
    aimed: u8,
    looking: bool,
}

impl Tick<Guard> for Straight {
    #[inline]
    fn tick(&mut self, guard: &mut Guard) -> Status {
        if guard.enemy {
            self.looking = false;
            if aim(&mut self.aimed).is_running() {
                return Status::Running;
            }
            self.aimed = 0;
            shoot(guard);
            return Status::Success;
        }
        self.aimed = 0;
        if guard.noise {
            if !self.looking {
                turn(guard);
            }
            self.looking = goto(guard).is_running();
            if self.looking {
                return Status::Running;
            }
            count(guard);
            return Status::Success;
        }
        self.looking = false;
        if goto(guard).is_running() {
            return Status::Running;
        }
        arrive(guard);
        Status::Success
    }
}

/// Where the guard is between two ticks.
#[derive(Clone, Copy, Default, PartialEq)]
enum State {
    #[default]
    Patrolling,
    Looking,
    Aiming(u8),
}

/// One state, which names the current action.
#[derive(Default)]
pub struct Arms {
    state: State,
}

impl Tick<Guard> for Arms {
    #[inline]
    fn tick(&mut self, guard: &mut Guard) -> Status {
        let state = std::mem::take(&mut self.state);
        if guard.enemy {
            let mut aimed = if let State::Aiming(aimed) = state { aimed } else { 0 };
            if aim(&mut aimed).is_running() {
                self.state = State::Aiming(aimed);
                return Status::Running;
            }
            shoot(guard);
            return Status::Success;
        }
        if guard.noise {
            if state != State::Looking {
                turn(guard);
            }
            if goto(guard).is_running() {
                self.state = State::Looking;
                return Status::Running;
            }
            count(guard);
            return Status::Success;
        }
        if goto(guard).is_running() {
            return Status::Running;
        }
        arrive(guard);
        Status::Success
    }
}
