//! `round_robin`

use super::clock::Span;
use super::composites::has_children;
use super::{Behave, Node, Stop};
use crate::world::{Status, World};

/// `round_robin`: a selector that wraps around. Its position outlives it.
#[derive(Clone, Debug)]
pub struct RoundRobin {
    /// The child that it starts with.
    first: usize,
    at: usize,
    children: Vec<Node>,
}

impl RoundRobin {
    pub fn new(children: Vec<Node>) -> Self {
        RoundRobin { first: 0, at: 0, children }
    }
}

impl Behave for RoundRobin {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            self.at = self.first;
        }
        loop {
            let status = self.children[self.at].tick(world, span)?;
            if status == Status::Running {
                return Ok(Status::Running);
            }
            self.at = (self.at + 1) % self.children.len();
            let all_have_failed = status == Status::Failure && self.at == self.first;
            if status == Status::Success || all_have_failed {
                self.first = self.at;
                return Ok(status);
            }
        }
    }

    has_children!();
}
