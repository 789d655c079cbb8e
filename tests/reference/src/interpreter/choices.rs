//! Nodes that choose a child by an answer of the context.

use super::clock::Span;
use super::composites::has_children;
use super::{Behave, Node, Stop};
use crate::bindings::Slot;
use crate::program::{Id, Pattern};
use crate::world::{Panicked, Status, World};

/// The patterns of a `switch`, and the names that they bind.
#[derive(Clone, Debug)]
pub struct Arms {
    pub arms: Vec<Pattern>,
    pub slots: Vec<Option<Slot>>,
}

impl Arms {
    /// The first one that matches.
    fn first(&self, number: u32) -> usize {
        self.arms.iter().position(|arm| arm.matches(number)).expect("the last pattern matches everything")
    }

    fn bind(&self, chosen: usize, number: u32, world: &World) {
        if let Some(slot) = self.slots[chosen] {
            world.bindings.bind(slot, number);
        }
    }
}

/// `switch`: decided at the start.
#[derive(Clone, Debug)]
pub struct Switch {
    id: Id,
    arms: Arms,
    chosen: usize,
    children: Vec<Node>,
}

impl Switch {
    pub fn new(id: Id, arms: Arms, children: Vec<Node>) -> Self {
        Switch { id, arms, chosen: 0, children }
    }
}

impl Behave for Switch {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            let number = world.number(self.id)?;
            self.chosen = self.arms.first(number);
            self.arms.bind(self.chosen, number, world);
        }
        self.children[self.chosen].tick(world, span)
    }

    has_children!();
}

/// `if_else` with a condition in parentheses: checked at the start.
#[derive(Clone, Debug)]
pub struct If {
    id: Id,
    /// Whether the condition held.
    held: bool,
    children: Vec<Node>,
}

impl If {
    pub fn new(id: Id, children: Vec<Node>) -> Self {
        If { id, held: false, children }
    }
}

impl Behave for If {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            self.held = world.ask(self.id)?;
        }
        match self.children.get_mut(usize::from(!self.held)) {
            Some(branch) => branch.tick(world, span),
            None => Ok(Status::Failure),
        }
    }

    has_children!();
}

/// `reactive_switch`, `reactive_if_else`: decided at every tick.
#[derive(Clone, Debug)]
pub struct ReactiveSwitch {
    id: Id,
    /// Without patterns, a condition chooses between the first child and the second.
    arms: Option<Arms>,
    children: Vec<Node>,
}

impl ReactiveSwitch {
    pub fn of_number(id: Id, arms: Arms, children: Vec<Node>) -> Self {
        ReactiveSwitch { id, arms: Some(arms), children }
    }

    pub fn of_condition(id: Id, children: Vec<Node>) -> Self {
        ReactiveSwitch { id, arms: None, children }
    }

    /// The chosen child, and the number that chose it.
    fn choose(&self, world: &World) -> Result<(usize, u32), Panicked> {
        match &self.arms {
            Some(arms) => {
                let number = world.number(self.id)?;
                Ok((arms.first(number), number))
            }
            None => Ok((if world.ask(self.id)? { 0 } else { 1 }, 0)),
        }
    }
}

impl Behave for ReactiveSwitch {
    fn resume(&mut self, world: &World, span: &mut Span) -> Result<Status, Stop> {
        let running = self.children.iter_mut().find(|child| child.is_active());
        running.expect("what is resumed has a running child").tick(world, span)
    }

    fn tick(&mut self, _: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        let (chosen, number) = self.choose(world)?;
        for (index, child) in self.children.iter_mut().enumerate() {
            if index != chosen {
                child.abort(span.now, world)?;
            }
        }
        // After the abort: the cleanups in it use what was matched before.
        if let Some(arms) = &self.arms {
            arms.bind(chosen, number, world);
        }
        match self.children.get_mut(chosen) {
            Some(child) => child.tick(world, span),
            None => Ok(Status::Failure),
        }
    }

    has_children!();
}
