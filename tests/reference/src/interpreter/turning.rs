//! Composites of the user's.

use super::clock::Span;
use super::composites::has_children;
use super::{Behave, Node, Stop};
use crate::program::{Id, Turns};
use crate::world::{Next, Outcome, Panicked, Status, Turn, World};

/// A composite of the user, which decides which of its children is active.
#[derive(Clone, Debug)]
pub struct Turning {
    turns: Turns,
    id: Id,
    /// How often it has been asked.
    calls: u32,
    /// The child that has the turn.
    turn: usize,
    children: Vec<Node>,
}

impl Turning {
    pub fn new(turns: Turns, id: Id, children: Vec<Node>) -> Self {
        Turning { turns, id, calls: 0, turn: 0, children }
    }

    /// Asks who has the turn.
    fn ask(&mut self, turn: Turn, world: &World) -> Result<Next, Panicked> {
        self.calls += 1;
        world.turn(self.id, self.calls - 1, turn, self.children.len(), self.turns)
    }

    /// Whether `look` is called at the beginning of this tick: the child has begun, and no message has ended it.
    fn looks(&self) -> bool {
        let child = &self.children[self.turn];
        self.turns != Turns::Steady && child.is_active() && !child.has_ended()
    }

    /// One tick without the hooks at the start and at the end.
    fn run(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        let mut next = match starts {
            true => self.ask(Turn::First(self.children.len()), world)?,
            false if self.looks() => self.ask(Turn::Look(self.turn), world)?,
            false => Next::Stay,
        };
        let mut passes_on = true;
        loop {
            match next {
                Next::Stay => {}
                Next::Child(child) if child == self.turn => {}
                Next::Child(child) => {
                    self.children[self.turn].abort(span.now, world)?;
                    self.turn = child;
                }
                Next::End(status) => {
                    self.children[self.turn].abort(span.now, world)?;
                    return Ok(status);
                }
                Next::Error => {
                    self.children[self.turn].abort(span.now, world)?;
                    return Err(Stop::Error(self.id));
                }
            }
            if !passes_on {
                return Ok(Status::Running);
            }
            let status = self.children[self.turn].tick(world, span)?;
            if status == Status::Running {
                return Ok(status);
            }
            next = self.ask(Turn::After(self.turn, status), world)?;
            passes_on = !matches!(next, Next::Child(_)) || world.count_pass();
        }
    }
}

impl Behave for Turning {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            self.calls = 0;
            if !world.begin_at(self.id, self.turns == Turns::Brittle)? {
                return Err(Stop::Error(self.id));
            }
        }
        let result = self.run(starts, world, span);
        let outcome = match result {
            Ok(Status::Success) => Outcome::Success,
            Ok(Status::Failure) => Outcome::Failure,
            Err(Stop::Error(_)) => Outcome::Aborted,
            Ok(Status::Running) | Err(Stop::Panicked) => return result,
        };
        world.finish(self.id, outcome, self.calls)?;
        result
    }

    fn abort(&mut self, now: u64, world: &World) -> Result<(), Panicked> {
        super::abort_all(&mut self.children, now, world)?;
        world.finish(self.id, Outcome::Aborted, self.calls)
    }

    /// That of the child that ended last.
    fn value(&self) -> Option<u32> {
        self.children[self.turn].values.value.filter(|_| self.turns == Turns::Giving)
    }

    has_children!();
}
