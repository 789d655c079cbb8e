//! Leaves.

use super::clock::Span;
use super::{Behave, Node, Stop};
use crate::program::{self, Id, Number};
use crate::script::Answer;
use crate::world::{Outcome, Panicked, Status, World};

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
pub(super) use no_children;

/// A leaf with hooks.
#[derive(Clone, Debug)]
pub struct Leaf {
    kind: program::Leaf,
    id: Id,
    /// What its argument is.
    given: Number,
    argument: u32,
    runs: u32,
    /// The result with which a message has ended it, until it is ticked.
    pub(super) ended: Option<Status>,
    /// What it has found.
    found: Option<u32>,
}

impl Leaf {
    pub fn new(kind: program::Leaf, id: Id) -> Self {
        Leaf { kind, id, given: Number::Of(0), argument: 0, runs: 0, ended: None, found: None }
    }

    pub fn argued(id: Id, given: Number) -> Self {
        Leaf { given, ..Leaf::new(program::Leaf::Scripted, id) }
    }

    /// Whether a message has ended it.
    pub fn has_ended(&self) -> bool {
        self.ended.is_some()
    }

    /// Its status for an answer; nothing if the answer is an error.
    fn says(&self, answer: Answer) -> Option<Status> {
        match self.kind {
            program::Leaf::Quick | program::Leaf::ChosenQuick if answer.success() => Some(Status::Success),
            program::Leaf::Quick | program::Leaf::ChosenQuick => Some(Status::Failure),
            program::Leaf::Spot if answer.success() => Some(Status::Success),
            program::Leaf::Spot => Some(Status::Failure),
            program::Leaf::Collect if answer.status() != Status::Running => Some(Status::Success),
            program::Leaf::Sure => Some(Status::Success),
            program::Leaf::Fallible | program::Leaf::Dig | program::Leaf::Demanded => answer.result(),
            program::Leaf::Scripted | program::Leaf::Derived | program::Leaf::Chosen => Some(answer.status()),
            program::Leaf::Alert | program::Leaf::Aware | program::Leaf::ChosenAlert => Some(answer.status()),
            program::Leaf::Busy | program::Leaf::Find | program::Leaf::Collect => Some(answer.status()),
            program::Leaf::Scout | program::Leaf::Asked => Some(answer.status()),
        }
    }

    /// Its value, if it is a leaf with a value and has succeeded.
    fn find(&mut self, status: Option<Status>, answer: Answer, world: &World) -> Result<(), Panicked> {
        let finds = self.kind.finds() && status == Some(Status::Success);
        self.found = finds.then(|| world.find(self.id, answer)).transpose()?;
        Ok(())
    }

    /// Uses some of the span, if that much is left.
    fn spend(&self, time: u64, world: &World, span: &mut Span) -> Result<(), Panicked> {
        world.sees(self.id, span.left)?;
        let spent = time <= span.left;
        if spent {
            span.pass(time);
        }
        world.spent(self.id, spent)
    }
}

/// How a leaf with this answer has ended, if it has.
fn outcome(status: Option<Status>) -> Option<Outcome> {
    match status {
        Some(Status::Running) => None,
        Some(Status::Success) => Some(Outcome::Success),
        Some(Status::Failure) => Some(Outcome::Failure),
        None => Some(Outcome::Aborted),
    }
}

impl Behave for Leaf {
    /// A start, a run in each tick, and a finish right after the run that ends it.
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if let Some(status) = self.ended.take() {
            return Ok(status);
        }
        if starts {
            self.runs = 0;
            self.argument = value(self.given, world)?;
            let has_started = if self.kind == program::Leaf::Fallible {
                world.try_start(self.id, self.argument)?
            } else {
                world.start(self.id, self.argument).map(|()| true)?
            };
            if !has_started {
                world.finish(self.id, Outcome::Aborted, self.runs)?;
                return Err(Stop::Error(self.id));
            }
        }
        let answer = world.run(self.id, self.runs)?;
        self.runs += 1;
        if self.kind == program::Leaf::Busy {
            self.spend(answer.nanos(), world, span)?;
        }
        let status = self.says(answer);
        self.find(status, answer, world)?;
        if let Some(outcome) = outcome(status) {
            world.finish(self.id, outcome, self.runs)?;
        }
        status.ok_or(Stop::Error(self.id))
    }

    fn abort(&mut self, _: u64, world: &World) -> Result<(), Panicked> {
        // A leaf that a message has ended has already finished.
        if self.ended.take().is_some() { Ok(()) } else { world.finish(self.id, Outcome::Aborted, self.runs) }
    }

    fn receive(&mut self, message: u32, _: u64, world: &World) -> Result<(), Panicked> {
        if !self.kind.hears() || self.has_ended() {
            return Ok(());
        }
        let answer = world.receive(self.id, message)?;
        let only_listens = matches!(self.kind, program::Leaf::Aware | program::Leaf::Scout);
        let says = if only_listens { Status::Running } else { answer.status() };
        self.find(Some(says), answer, world)?;
        if let Some(outcome) = outcome(Some(says)) {
            world.finish(self.id, outcome, self.runs)?;
            self.ended = Some(says);
        }
        Ok(())
    }

    fn value(&self) -> Option<u32> {
        self.found
    }

    no_children!();
}

/// The argument of a leaf: a number as it is.
fn value(given: Number, world: &World) -> Result<u32, Panicked> {
    match given {
        Number::Of(number) => Ok(number),
        Number::Asked(id) => world.number(id),
        Number::Bound => Ok(world.bound()),
    }
}

/// `action`, with a value
#[derive(Clone, Debug)]
pub struct Fetch {
    id: Id,
    found: Option<u32>,
}

impl Fetch {
    pub fn new(id: Id) -> Self {
        Fetch { id, found: None }
    }
}

impl Behave for Fetch {
    fn tick(&mut self, _: bool, world: &World, _: &mut Span) -> Result<Status, Stop> {
        let answer = world.act(self.id)?;
        if answer.status() == Status::Success {
            self.found = Some(world.find(self.id, answer)?);
        }
        Ok(answer.status())
    }

    fn value(&self) -> Option<u32> {
        self.found
    }

    no_children!();
}

/// `succeed`, with a value
#[derive(Clone, Debug)]
pub struct SucceedWith {
    given: Number,
    value: u32,
}

impl SucceedWith {
    pub fn new(given: Number) -> Self {
        SucceedWith { given, value: 0 }
    }
}

impl Behave for SucceedWith {
    fn tick(&mut self, _: bool, world: &World, _: &mut Span) -> Result<Status, Stop> {
        self.value = value(self.given, world)?;
        Ok(Status::Success)
    }

    fn value(&self) -> Option<u32> {
        Some(self.value)
    }

    no_children!();
}

/// `action`
#[derive(Clone, Debug)]
pub struct Action {
    pub id: Id,
}

impl Behave for Action {
    fn tick(&mut self, _: bool, world: &World, _: &mut Span) -> Result<Status, Stop> {
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
    fn tick(&mut self, _: bool, world: &World, _: &mut Span) -> Result<Status, Stop> {
        Ok(if world.ask(self.id)? { Status::Success } else { Status::Failure })
    }

    no_children!();
}

/// `succeed`, `fail`, `running`
#[derive(Clone, Debug)]
pub struct Constant(pub Status);

impl Behave for Constant {
    fn tick(&mut self, _: bool, _: &World, _: &mut Span) -> Result<Status, Stop> {
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
    fn tick(&mut self, _: bool, world: &World, _: &mut Span) -> Result<Status, Stop> {
        Ok(if world.ask(self.id)? { Status::Success } else { Status::Running })
    }

    no_children!();
}
