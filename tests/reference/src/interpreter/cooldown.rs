//! `cooldown`

use super::clock::Span;
use super::decorators::has_child;
use super::timed::duration;
use super::{Behave, Node, Stop};
use crate::program::Time;
use crate::world::{Panicked, Status, World};

/// `cooldown`: the moment at which its child stopped outlives it.
#[derive(Clone, Debug)]
pub struct Cooldown {
    time: Time,
    /// The moment at which the child last stopped.
    stopped: Option<u64>,
    child: Vec<Node>,
}

impl Cooldown {
    pub fn new(time: Time, child: Vec<Node>) -> Self {
        Cooldown { time, stopped: None, child }
    }
}

impl Behave for Cooldown {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            let time = duration(self.time, world)?;
            if self.stopped.is_some_and(|stopped| span.now < stopped.saturating_add(time)) {
                return Ok(Status::Failure);
            }
        }
        let result = self.child[0].tick(world, span);
        if result != Ok(Status::Running) {
            self.stopped = Some(span.now);
        }
        result
    }

    fn abort(&mut self, now: u64, world: &World) -> Result<(), Panicked> {
        self.stopped = Some(now);
        self.child[0].abort(now, world)
    }

    has_child!();
}
