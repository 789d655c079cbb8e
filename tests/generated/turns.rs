//! The composites of random trees, which follow the world.

#![allow(dead_code, reason = "not every run has trees with all of them")]

use bt::{Composite, Look, Next, Outcome, PassesValue, Status};
use bt_reference::program::Turns as Sort;
use bt_reference::world::{self, Turn};

use crate::context::World;
use crate::leaves::{Broken, or_panic, said, status};

/// What all composites store: the number by which the world is asked who has the turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Turns {
    id: u32,
    calls: u32,
    children: usize,
}

impl Turns {
    fn new(id: u32) -> Self {
        Turns { id, calls: 0, children: 0 }
    }

    /// What the script says.
    fn ask(&mut self, world: &World, turn: Turn, sort: Sort) -> world::Next {
        if let Turn::First(children) = turn {
            self.children = children;
        }
        self.calls += 1;
        or_panic(world.turn(self.id, self.calls - 1, turn, self.children, sort))
    }

    /// Asks for a turn after which a child must follow.
    fn next(&mut self, world: &World, turn: Turn, sort: Sort) -> Result<Next, Broken> {
        match self.ask(world, turn, sort) {
            world::Next::Child(child) => Ok(Next::Child(child)),
            world::Next::End(end) => Ok(Next::End(status(end))),
            world::Next::Error => Err(Broken(self.id)),
            world::Next::Stay => unreachable!("only a look stays"),
        }
    }

    /// Asks for a look, while a child is active.
    fn look(&mut self, world: &World, active: usize, sort: Sort) -> Result<Look, Broken> {
        match self.ask(world, Turn::Look(active), sort) {
            world::Next::Stay => Ok(Look::Stay),
            world::Next::Child(child) => Ok(Look::Switch(child)),
            world::Next::End(end) => Ok(Look::End(status(end))),
            world::Next::Error => Err(Broken(self.id)),
        }
    }

    fn finish(&mut self, world: &World, outcome: Outcome) {
        or_panic(world.finish(self.id, crate::leaves::outcome(outcome), self.calls));
    }
}

/// The value of a hook that is not brittle.
fn unbroken<T>(result: Result<T, Broken>) -> T {
    result.expect("it is not brittle")
}

/// A composite by hand, with a look in every tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Fickle(Turns);

impl Fickle {
    pub fn new(id: u32) -> Self {
        Fickle(Turns::new(id))
    }
}

impl Composite<World> for Fickle {
    fn start(&mut self, world: &mut World) {
        or_panic(world.start(self.0.id, 0));
    }

    fn first(&mut self, world: &mut World, children: usize) -> Next {
        unbroken(self.0.next(world, Turn::First(children), Sort::Fickle))
    }

    fn after(&mut self, world: &mut World, child: usize, ended: Status) -> Next {
        unbroken(self.0.next(world, Turn::After(child, said(ended)), Sort::Fickle))
    }

    fn look(&mut self, world: &mut World, active: usize) -> Look {
        unbroken(self.0.look(world, active, Sort::Fickle))
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        self.0.finish(world, outcome);
    }
}

/// A composite through the derive, without a look.
#[derive(Composite, Clone, Debug, PartialEq)]
#[composite(context = World)]
pub struct Steady(Turns);

impl Steady {
    pub fn new(id: u32) -> Self {
        Steady(Turns::new(id))
    }

    fn start(&mut self, world: &World) {
        or_panic(world.start(self.0.id, 0));
    }

    fn first(&mut self, world: &World, children: usize) -> Next {
        unbroken(self.0.next(world, Turn::First(children), Sort::Steady))
    }

    fn after(&mut self, world: &World, child: usize, ended: Status) -> Next {
        unbroken(self.0.next(world, Turn::After(child, said(ended)), Sort::Steady))
    }

    fn finish(&mut self, world: &World, outcome: Outcome) {
        self.0.finish(world, outcome);
    }
}

/// A composite through the derive, whose hooks may return an error.
#[derive(Composite, Clone, Debug, PartialEq)]
#[composite(context = World, error = Broken)]
pub struct Brittle(Turns);

impl Brittle {
    pub fn new(id: u32) -> Self {
        Brittle(Turns::new(id))
    }

    fn start(&mut self, world: &World) -> Result<(), Broken> {
        if or_panic(world.try_start(self.0.id, 0)) { Ok(()) } else { Err(Broken(self.0.id)) }
    }

    fn first(&mut self, world: &World, children: usize) -> Result<Next, Broken> {
        self.0.next(world, Turn::First(children), Sort::Brittle)
    }

    fn after(&mut self, world: &World, child: usize, ended: Status) -> Result<Next, Broken> {
        self.0.next(world, Turn::After(child, said(ended)), Sort::Brittle)
    }

    fn look(&mut self, world: &World, active: usize) -> Result<Look, Broken> {
        self.0.look(world, active, Sort::Brittle)
    }

    fn finish(&mut self, world: &World, outcome: Outcome) {
        self.0.finish(world, outcome);
    }
}

/// A composite through the derive, which has the value of its child.
#[derive(Composite, Clone, Debug, PartialEq)]
#[composite(context = World)]
pub struct Giving(Turns);

impl PassesValue for Giving {}

impl Giving {
    pub fn new(id: u32) -> Self {
        Giving(Turns::new(id))
    }

    fn start(&mut self, world: &World) {
        or_panic(world.start(self.0.id, 0));
    }

    fn first(&mut self, world: &World, children: usize) -> Next {
        unbroken(self.0.next(world, Turn::First(children), Sort::Giving))
    }

    fn after(&mut self, world: &World, child: usize, ended: Status) -> Next {
        unbroken(self.0.next(world, Turn::After(child, said(ended)), Sort::Giving))
    }

    fn look(&mut self, world: &World, active: usize) -> Look {
        unbroken(self.0.look(world, active, Sort::Giving))
    }

    fn finish(&mut self, world: &World, outcome: Outcome) {
        self.0.finish(world, outcome);
    }
}
