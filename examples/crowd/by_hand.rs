//! The tree of the sentry, written by hand.

use bt::Status;

use crate::sentry::Sentry;

/// Where a sentry is between two ticks.
#[derive(Clone, Copy, Default, PartialEq)]
enum State {
    #[default]
    Watching,
    Walking,
    Pausing,
}

/// One byte and straight-line code: the fastest of the handwritten versions that we tried.
#[derive(Clone, Default)]
pub struct ByHand {
    state: State,
}

impl ByHand {
    pub fn tick(&mut self, sentry: &mut Sentry) -> Status {
        if self.state == State::Watching {
            if sentry.startled {
                sentry.temper = sentry.temper * 0.5 + 1.0;
                return Status::Success;
            }
            if sentry.sees && sentry.distance < 10.0 {
                sentry.temper = sentry.temper * 0.25 + 2.0;
                return Status::Success;
            }
            if sentry.hears {
                sentry.temper = sentry.temper * 0.75 + 3.0;
                return Status::Success;
            }
            if !sentry.bored {
                return Status::Failure;
            }
            sentry.set_out();
        }
        if self.state != State::Pausing && sentry.way > 0.0 {
            sentry.way -= 0.5;
            self.state = State::Walking;
            return Status::Running;
        }
        if sentry.pause > 0.0 {
            sentry.pause -= 1.0;
            self.state = State::Pausing;
            return Status::Running;
        }
        self.state = State::Watching;
        Status::Success
    }
}
