//! Nodes that wait. Deadlines are inclusive.

use super::clock::Span;
use super::decorators::has_child;
use super::leaves::no_children;
use super::loops::few;
use super::{Behave, Node, Stop, chance};
use crate::program::Time;
use crate::world::{Panicked, Status, World};

/// A time, read at the start.
pub fn duration(time: Time, world: &World) -> Result<u64, Panicked> {
    match time {
        Time::Of(nanos) => Ok(nanos),
        Time::Asked(id) => world.time(id),
        Time::Bound => Ok(u64::from(few(world.bound())) * 250_000_000),
    }
}

/// Lets time pass; returns whether the waiting is over.
fn wait(left: &mut u64, span: &mut Span) -> bool {
    let passed = (*left).min(span.left);
    *left -= passed;
    span.pass(passed);
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
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            self.left = duration(self.time, world)?;
        }
        Ok(if wait(&mut self.left, span) { Status::Success } else { Status::Running })
    }

    no_children!();
}

/// `wait_between`
#[derive(Clone, Debug)]
pub struct WaitBetween {
    ends: [Time; 2],
    left: u64,
}

impl WaitBetween {
    pub fn new(one: Time, other: Time) -> Self {
        WaitBetween { ends: [one, other], left: 0 }
    }
}

impl Behave for WaitBetween {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            let (one, other) = (duration(self.ends[0], world)?, duration(self.ends[1], world)?);
            let (shortest, longest) = (one.min(other), one.max(other));
            self.left = shortest + chance::below((longest - shortest).saturating_add(1), world)?;
        }
        Ok(if wait(&mut self.left, span) { Status::Success } else { Status::Running })
    }

    no_children!();
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
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
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
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            self.left = duration(self.time, world)?;
        }
        // The child sees no more than the time that it still has.
        let seen = span.first(self.left);
        let mut rest = seen;
        let result = self.child[0].tick(world, &mut rest);
        let passed = seen.left - rest.left;
        span.pass(passed);
        self.left -= passed;
        if result == Ok(Status::Running) && self.left == 0 {
            self.child[0].abort(span.now, world)?;
            return Ok(Status::Failure);
        }
        result
    }

    has_child!();
}
