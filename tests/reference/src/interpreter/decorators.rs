//! Nodes with one child.

use super::clock::Span;
use super::{Behave, Node, Stop};
use crate::program::{Id, Moods};
use crate::world::{Outcome, Panicked, Status, World};

macro_rules! has_child {
    () => {
        fn children(&self) -> &[Node] {
            &self.child
        }

        fn children_mut(&mut self) -> &mut [Node] {
            &mut self.child
        }
    };
}
pub(super) use has_child;

/// `inverter`, `force_success`, `force_failure`
#[derive(Clone, Debug)]
pub struct Map {
    success: Status,
    failure: Status,
    child: Vec<Node>,
}

impl Map {
    pub fn new(success: Status, failure: Status, child: Vec<Node>) -> Self {
        Map { success, failure, child }
    }
}

impl Behave for Map {
    fn tick(&mut self, _: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        Ok(match self.child[0].tick(world, span)? {
            Status::Success => self.success,
            Status::Failure => self.failure,
            Status::Running => Status::Running,
        })
    }

    has_child!();
}

/// `precondition`
#[derive(Clone, Debug)]
pub struct Precondition {
    pub id: Id,
    pub child: Vec<Node>,
}

impl Behave for Precondition {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts && !world.ask(self.id)? {
            return Ok(Status::Failure);
        }
        self.child[0].tick(world, span)
    }

    has_child!();
}

/// `guard`
#[derive(Clone, Debug)]
pub struct Guard {
    pub id: Id,
    pub child: Vec<Node>,
}

impl Behave for Guard {
    fn tick(&mut self, _: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if !world.ask(self.id)? {
            self.child[0].abort(span.now, world)?;
            return Ok(Status::Failure);
        }
        self.child[0].tick(world, span)
    }

    has_child!();
}

/// A decorator of the user's.
#[derive(Clone, Debug)]
pub struct Moody {
    moods: Moods,
    id: Id,
    ticks: u32,
    child: Vec<Node>,
}

impl Moody {
    pub fn new(moods: Moods, id: Id, child: Vec<Node>) -> Self {
        Moody { moods, id, ticks: 0, child }
    }
}

impl Moody {
    /// One tick without the hooks at the start and at the end.
    fn ask(&mut self, world: &World, span: &mut Span) -> Result<Status, Stop> {
        let ticks = self.ticks;
        self.ticks += 1;
        if let Some(answer) = world.before(self.id, ticks, self.moods)? {
            self.child[0].abort(span.now, world)?;
            return answer.ok_or(Stop::Error(self.id));
        }
        let status = self.child[0].tick(world, span)?;
        let answer = world.after(self.id, ticks, status)?;
        if answer != Status::Running {
            self.child[0].abort(span.now, world)?;
        }
        Ok(answer)
    }
}

impl Behave for Moody {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            self.ticks = 0;
            if !world.begin_at(self.id, self.moods == Moods::Shaky)? {
                return Err(Stop::Error(self.id));
            }
        }
        let result = self.ask(world, span);
        let outcome = match result {
            Ok(Status::Success) => Outcome::Success,
            Ok(Status::Failure) => Outcome::Failure,
            Err(Stop::Error(_)) => Outcome::Aborted,
            Ok(Status::Running) | Err(Stop::Panicked) => return result,
        };
        world.finish(self.id, outcome, self.ticks)?;
        result
    }

    fn abort(&mut self, now: u64, world: &World) -> Result<(), Panicked> {
        self.child[0].abort(now, world)?;
        world.finish(self.id, Outcome::Aborted, self.ticks)
    }

    has_child!();
}
