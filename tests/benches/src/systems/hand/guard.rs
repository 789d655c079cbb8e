//! W6 by hand.

use bt::Status;

use crate::workloads::guard::{self, Guard, aim, arrive, count, goto, shoot, turn};
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

/// Like `priority`: a child that has failed is skipped until its condition is false.
#[derive(Default)]
pub struct Priority {
    straight: Straight,
    /// A bit for each child that has failed.
    failed: u8,
}

impl Priority {
    /// The child that has the turn. Mostly none has failed.
    #[inline(always)]
    fn turn(&mut self, guard: &Guard) -> usize {
        if self.failed != 0 {
            return self.turn_after(0, guard);
        }
        if guard.enemy {
            0
        } else if guard.noise {
            1
        } else {
            2
        }
    }

    /// The first child from this one on whose condition holds, and which has not failed.
    #[cold]
    fn turn_after(&mut self, first: usize, guard: &Guard) -> usize {
        self.failed &= u8::from(guard.enemy) | u8::from(guard.noise) << 1 | 1 << 2;
        let holds = [guard.enemy, guard.noise, true];
        (first..3).find(|&child| holds[child] && self.failed & 1 << child == 0).unwrap_or(3)
    }

    #[inline(always)]
    fn run(&mut self, turn: usize, guard: &mut Guard) -> Status {
        let Straight { aimed, looking } = &mut self.straight;
        if turn == 0 {
            let status = aim(aimed);
            if status.is_success() {
                shoot(guard);
            }
            return status;
        }
        if turn == 1 {
            if !*looking {
                guard::turn(guard);
            }
            let status = goto(guard);
            *looking = status.is_running();
            if status.is_success() {
                count(guard);
            }
            return status;
        }
        let status = goto(guard);
        if status.is_success() {
            arrive(guard);
        }
        status
    }
}

impl Tick<Guard> for Priority {
    #[inline]
    fn tick(&mut self, guard: &mut Guard) -> Status {
        let mut turn = self.turn(guard);
        if turn != 0 {
            self.straight.aimed = 0;
        }
        if turn != 1 {
            self.straight.looking = false;
        }
        while turn < 3 {
            let status = self.run(turn, guard);
            match status {
                Status::Running => return status,
                Status::Success => {
                    *self = Priority::default();
                    return status;
                }
                Status::Failure => {
                    self.failed |= 1 << turn;
                    turn = self.turn_after(turn + 1, guard);
                }
            }
        }
        *self = Priority::default();
        Status::Failure
    }
}
