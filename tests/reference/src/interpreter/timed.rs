//! Nodes that know time. Deadlines are inclusive.

use super::decorators::has_child;
use super::{Behave, Node, Stop};
use crate::program::Time;
use crate::world::{Panicked, Status, World};

/// A time, read at the start.
fn duration(time: Time, world: &World) -> Result<u64, Panicked> {
    match time {
        Time::Of(nanos) => Ok(nanos),
        Time::Asked(id) => world.time(id),
    }
}

/// Lets time pass; whether the waiting is over.
fn wait(left: &mut u64, span: &mut u64) -> bool {
    let passed = (*left).min(*span);
    *left -= passed;
    *span -= passed;
    *left == 0
}

/// `wait`
#[derive(Clone, Debug)]
pub struct Wait {
    time: Time,
    left: u64,
}

impl Wait {
    pub fn new(time: Time) -> Self {
        Wait { time, left: 0 }
    }
}

impl Behave for Wait {
    fn tick(&mut self, starts: bool, world: &World, span: &mut u64) -> Result<Status, Stop> {
        if starts {
            self.left = duration(self.time, world)?;
        }
        Ok(if wait(&mut self.left, span) { Status::Success } else { Status::Running })
    }

    fn children(&self) -> &[Node] {
        &[]
    }

    fn children_mut(&mut self) -> &mut [Node] {
        &mut []
    }
}

/// `delay`
#[derive(Clone, Debug)]
pub struct Delay {
    time: Time,
    left: u64,
    child: Vec<Node>,
}

impl Delay {
    pub fn new(time: Time, child: Vec<Node>) -> Self {
        Delay { time, left: 0, child }
    }
}

impl Behave for Delay {
    fn tick(&mut self, starts: bool, world: &World, span: &mut u64) -> Result<Status, Stop> {
        if starts {
            self.left = duration(self.time, world)?;
        }
        if !wait(&mut self.left, span) {
            return Ok(Status::Running);
        }
        self.child[0].tick(world, span)
    }

    has_child!();
}

/// `timeout`
#[derive(Clone, Debug)]
pub struct Timeout {
    time: Time,
    left: u64,
    child: Vec<Node>,
}

impl Timeout {
    pub fn new(time: Time, child: Vec<Node>) -> Self {
        Timeout { time, left: 0, child }
    }
}

impl Behave for Timeout {
    fn tick(&mut self, starts: bool, world: &World, span: &mut u64) -> Result<Status, Stop> {
        if starts {
            self.left = duration(self.time, world)?;
        }
        // The child sees no more than the time that it still has.
        let seen = (*span).min(self.left);
        let mut left = seen;
        let status = self.child[0].tick(world, &mut left)?;
        let passed = seen - left;
        *span -= passed;
        self.left -= passed;
        if status == Status::Running && self.left == 0 {
            self.child[0].abort(world)?;
            return Ok(Status::Failure);
        }
        Ok(status)
    }

    has_child!();
}
