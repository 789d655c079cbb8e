//! Nodes that run their children in order.

use super::clock::Span;
use super::{Behave, Node, Stop, abort_all, pass_on};
use crate::world::{Status, World};

macro_rules! has_children {
    () => {
        fn children(&self) -> &[Node] {
            &self.children
        }

        fn children_mut(&mut self) -> &mut [Node] {
            &mut self.children
        }
    };
}
pub(super) use has_children;

/// `sequence`, `selector`: the running child is remembered and resumed.
#[derive(Clone, Debug)]
pub struct Chain {
    goes_on_after: Status,
    at: usize,
    children: Vec<Node>,
}

impl Chain {
    pub fn new(goes_on_after: Status, children: Vec<Node>) -> Self {
        Chain { goes_on_after, at: 0, children }
    }
}

impl Behave for Chain {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            self.at = 0;
        }
        while self.at < self.children.len() {
            let status = self.children[self.at].tick(world, span)?;
            if status != self.goes_on_after {
                return Ok(status);
            }
            self.at += 1;
        }
        Ok(self.goes_on_after)
    }

    has_children!();
}

/// `reactive_sequence`, `reactive_selector`: all children from the first in each tick.
#[derive(Clone, Debug)]
pub struct Reactive {
    goes_on_after: Status,
    children: Vec<Node>,
}

impl Reactive {
    pub fn new(goes_on_after: Status, children: Vec<Node>) -> Self {
        Reactive { goes_on_after, children }
    }

    fn running(&self) -> Option<usize> {
        self.children.iter().position(Node::is_active)
    }

    /// The children in order, from this one on.
    fn pass(&mut self, first: usize, world: &World, span: &mut Span) -> Result<Status, Stop> {
        let whole = *span;
        let running = self.running();
        for index in first..self.children.len() {
            // Repeated children run at the beginning of the span, and take no time from the running child.
            if running.is_some_and(|running| index <= running) {
                *span = whole;
            }
            let status = match self.children[index].tick(world, span) {
                Ok(status) => status,
                Err(stop) => return Err(pass_on(stop, &mut self.children, span.now, world)),
            };
            if status != self.goes_on_after {
                let (before, rest) = self.children.split_at_mut(index);
                abort_all(before, whole.now, world)?;
                abort_all(&mut rest[1..], whole.now, world)?;
                return Ok(status);
            }
        }
        Ok(self.goes_on_after)
    }
}

impl Behave for Reactive {
    fn tick(&mut self, _: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        self.pass(0, world, span)
    }

    fn resume(&mut self, world: &World, span: &mut Span) -> Result<Status, Stop> {
        self.pass(self.running().expect("what is resumed has a running child"), world, span)
    }

    has_children!();
}

/// `if_else`
#[derive(Clone, Debug)]
pub struct IfElse {
    at: usize,
    children: Vec<Node>,
}

impl IfElse {
    pub fn new(children: Vec<Node>) -> Self {
        IfElse { at: 0, children }
    }
}

impl Behave for IfElse {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            self.at = 0;
        }
        if self.at == 0 {
            match self.children[0].tick(world, span)? {
                Status::Running => return Ok(Status::Running),
                Status::Success => self.at = 1,
                Status::Failure => self.at = 2,
            }
        }
        match self.children.get_mut(self.at) {
            Some(branch) => branch.tick(world, span),
            None => Ok(Status::Failure),
        }
    }

    has_children!();
}
