//! W2 by hand.

use bt::Status;

use crate::workloads::sentry::{
    Sentry, bomb, can_see, fly_patrol, goto_node, has_noise, has_target, is_low, is_surprised, react, target_noise,
    track, wait_random, within,
};
use crate::world::Tick;

/// Where the sentry is between two ticks.
#[derive(Clone, Copy, Default, PartialEq)]
enum State {
    #[default]
    Idle,
    Flying,
    Waiting,
}

/// What the sentry does when it is not on patrol: the answer, or nothing if it begins a patrol.
#[inline(always)]
fn look_around(sentry: &mut Sentry) -> Option<Status> {
    if is_surprised(sentry) {
        react(sentry);
    } else if can_see(sentry) && within(sentry) {
        bomb(sentry);
    } else if has_target(sentry) {
        track(sentry);
    } else if has_noise(sentry) {
        target_noise(sentry);
    } else if is_low(sentry) {
        fly_patrol(sentry);
        return None;
    } else {
        return Some(Status::Failure);
    }
    Some(Status::Success)
}

/// One byte, and code that runs straight through.
#[derive(Default)]
pub struct Straight {
    state: State,
}

impl Tick<Sentry> for Straight {
    #[inline]
    fn tick(&mut self, sentry: &mut Sentry) -> Status {
        if self.state != State::Waiting {
            if self.state == State::Idle
                && let Some(answer) = look_around(sentry)
            {
                return answer;
            }
            if goto_node(sentry).is_running() {
                self.state = State::Flying;
                return Status::Running;
            }
        }
        if wait_random(sentry).is_running() {
            self.state = State::Waiting;
            return Status::Running;
        }
        self.state = State::Idle;
        Status::Success
    }
}

/// A `match` on the byte, with all arms written out: the state is only stored where it changes.
#[derive(Default)]
pub struct Arms {
    state: State,
}

impl Arms {
    #[inline(always)]
    fn wait(&mut self, sentry: &mut Sentry) -> Status {
        if wait_random(sentry).is_running() {
            return Status::Running;
        }
        self.state = State::Idle;
        Status::Success
    }

    #[inline(always)]
    fn fly(&mut self, sentry: &mut Sentry) -> Status {
        if goto_node(sentry).is_running() {
            return Status::Running;
        }
        self.state = State::Waiting;
        self.wait(sentry)
    }
}

impl Tick<Sentry> for Arms {
    #[inline]
    fn tick(&mut self, sentry: &mut Sentry) -> Status {
        match self.state {
            State::Flying => self.fly(sentry),
            State::Waiting => self.wait(sentry),
            State::Idle => {
                if let Some(answer) = look_around(sentry) {
                    return answer;
                }
                self.state = State::Flying;
                self.fly(sentry)
            }
        }
    }
}

/// The same without jumps between the sensors: they become the bits of a number, and its lowest bit decides.
#[derive(Default)]
pub struct Mask {
    arms: Arms,
}

impl Tick<Sentry> for Mask {
    #[inline]
    fn tick(&mut self, sentry: &mut Sentry) -> Status {
        match self.arms.state {
            State::Flying => return self.arms.fly(sentry),
            State::Waiting => return self.arms.wait(sentry),
            State::Idle => {}
        }
        let senses = u8::from(is_surprised(sentry))
            | u8::from(can_see(sentry) & within(sentry)) << 1
            | u8::from(has_target(sentry)) << 2
            | u8::from(has_noise(sentry)) << 3
            | u8::from(is_low(sentry)) << 4;
        match senses.trailing_zeros() {
            0 => react(sentry),
            1 => bomb(sentry),
            2 => track(sentry),
            3 => target_noise(sentry),
            4 => {
                fly_patrol(sentry);
                self.arms.state = State::Flying;
                return self.arms.fly(sentry);
            }
            _ => return Status::Failure,
        }
        Status::Success
    }
}

/// No state: if nothing else changes them, the state follows from the two numbers of the patrol.
#[derive(Default)]
pub struct Inferred;

impl Tick<Sentry> for Inferred {
    #[inline]
    fn tick(&mut self, sentry: &mut Sentry) -> Status {
        if sentry.goto <= 0.0 && sentry.wait > 0.0 {
            return wait_random(sentry);
        }
        if sentry.goto <= 0.0
            && let Some(answer) = look_around(sentry)
        {
            return answer;
        }
        if goto_node(sentry).is_running() { Status::Running } else { wait_random(sentry) }
    }
}
