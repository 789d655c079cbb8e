//! Leaves.

use super::{Behave, Node, Stop};
use crate::program::{self, Id};
use crate::world::{Outcome, Panicked, Status, World};

/// A leaf with hooks.
#[derive(Clone, Debug)]
pub struct Leaf {
    kind: program::Leaf,
    id: Id,
    /// What its argument is asked for.
    asks: Option<Id>,
    argument: u32,
    runs: u32,
}

impl Leaf {
    pub fn new(kind: program::Leaf, id: Id) -> Self {
        Leaf { kind, id, asks: None, argument: 0, runs: 0 }
    }

    pub fn argued(id: Id, argument: Id) -> Self {
        Leaf { asks: Some(argument), ..Leaf::new(program::Leaf::Scripted, id) }
    }
}

impl Behave for Leaf {
    /// A start, a run in each tick, and a finish right after the run that ends it.
    fn tick(&mut self, starts: bool, world: &World, _: &mut u64) -> Result<Status, Stop> {
        if starts {
            self.runs = 0;
            self.argument = self.asks.map_or(Ok(0), |id| world.number(id))?;
            world.start(self.id, self.argument)?;
        }
        let answer = world.run(self.id, self.runs)?;
        self.runs += 1;
        let status = match self.kind {
            program::Leaf::Scripted | program::Leaf::Derived | program::Leaf::Chosen => Some(answer.status()),
            program::Leaf::Quick | program::Leaf::ChosenQuick if answer.success() => Some(Status::Success),
            program::Leaf::Quick | program::Leaf::ChosenQuick => Some(Status::Failure),
            program::Leaf::Sure => Some(Status::Success),
            program::Leaf::Fallible => answer.result(),
        };
        let outcome = match status {
            Some(Status::Running) => return Ok(Status::Running),
            Some(Status::Success) => Outcome::Success,
            Some(Status::Failure) => Outcome::Failure,
            None => Outcome::Aborted,
        };
        world.finish(self.id, outcome, self.runs)?;
        status.ok_or(Stop::Error(self.id))
    }

    fn abort(&mut self, world: &World) -> Result<(), Panicked> {
        world.finish(self.id, Outcome::Aborted, self.runs)
    }

    fn children(&self) -> &[Node] {
        &[]
    }

    fn children_mut(&mut self) -> &mut [Node] {
        &mut []
    }
}

macro_rules! no_children {
    () => {
        fn children(&self) -> &[Node] {
            &[]
        }

        fn children_mut(&mut self) -> &mut [Node] {
            &mut []
        }
    };
}

/// `action`
#[derive(Clone, Debug)]
pub struct Action {
    pub id: Id,
}

impl Behave for Action {
    fn tick(&mut self, _: bool, world: &World, _: &mut u64) -> Result<Status, Stop> {
        Ok(world.act(self.id)?.status())
    }

    no_children!();
}

/// `condition`
#[derive(Clone, Debug)]
pub struct Condition {
    pub id: Id,
}

impl Behave for Condition {
    fn tick(&mut self, _: bool, world: &World, _: &mut u64) -> Result<Status, Stop> {
        Ok(if world.ask(self.id)? { Status::Success } else { Status::Failure })
    }

    no_children!();
}

/// `succeed`, `fail`, `running`
#[derive(Clone, Debug)]
pub struct Constant(pub Status);

impl Behave for Constant {
    fn tick(&mut self, _: bool, _: &World, _: &mut u64) -> Result<Status, Stop> {
        Ok(self.0)
    }

    no_children!();
}

/// `wait_until`
#[derive(Clone, Debug)]
pub struct WaitUntil {
    pub id: Id,
}

impl Behave for WaitUntil {
    fn tick(&mut self, _: bool, world: &World, _: &mut u64) -> Result<Status, Stop> {
        Ok(if world.ask(self.id)? { Status::Success } else { Status::Running })
    }

    no_children!();
}
