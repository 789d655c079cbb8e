//! `throttle`

use super::clock::Span;
use super::decorators::has_child;
use super::timed::duration;
use super::{Behave, Node, Stop};
use crate::program::Time;
use crate::world::{Status, World};

/// `throttle`: the moment of its child's last success outlives it, until the nearest node above that can restart it
/// ends.
#[derive(Clone, Debug)]
pub struct Throttle {
    time: Time,
    /// The moment at which the child last succeeded.
    succeeded: Option<u64>,
    /// The moment before which the child does not start.
    earliest: u64,
    child: Vec<Node>,
}

impl Throttle {
    pub fn new(time: Time, child: Vec<Node>) -> Self {
        Throttle { time, succeeded: None, earliest: 0, child }
    }

    pub fn forget(&mut self) {
        self.succeeded = None;
    }
}

impl Behave for Throttle {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            let time = duration(self.time, world)?;
            self.earliest = self.succeeded.map_or(span.now, |moment| moment.saturating_add(time));
        }
        let wait = self.earliest.saturating_sub(span.now);
        if wait > span.left {
            return Ok(Status::Running);
        }
        span.pass(wait);
        let status = self.child[0].tick(world, span)?;
        if status == Status::Success {
            self.succeeded = Some(span.now);
        }
        Ok(status)
    }

    has_child!();
}
