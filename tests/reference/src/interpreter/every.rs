//! `every`

use super::clock::Span;
use super::decorators::has_child;
use super::timed::duration;
use super::{Behave, Node, Stop};
use crate::program::{Id, Time};
use crate::world::{Status, World};

/// `every`
#[derive(Clone, Debug)]
pub struct Every {
    time: Time,
    id: Id,
    /// The time between two calls.
    between: u64,
    /// The moment at which it began.
    began: u64,
    /// How often the action has been called.
    beats: u64,
    child: Vec<Node>,
}

impl Every {
    pub fn new(time: Time, id: Id, child: Vec<Node>) -> Self {
        Every { time, id, between: 0, began: 0, beats: 0, child }
    }

    /// How many calls there should have been by now: up to and including this moment while the child is running, and
    /// before it if the child has ended. With a period of zero, one for each tick after which the child is running.
    fn due(&self, status: Status, now: u64) -> u64 {
        let (active, goes_on) = (now - self.began, status == Status::Running);
        match self.between {
            0 => self.beats + u64::from(goes_on),
            between if goes_on => active / between,
            between => active.saturating_sub(1) / between,
        }
    }
}

impl Behave for Every {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            self.between = duration(self.time, world)?;
            (self.began, self.beats) = (span.now, 0);
        }
        let status = self.child[0].tick(world, span)?;
        let due = self.due(status, span.now);
        while self.beats < due {
            world.beat(self.id)?;
            self.beats += 1;
            if !world.count_pass() {
                self.beats = due;
            }
        }
        Ok(status)
    }

    has_child!();
}
