//! `recover`

use super::clock::Span;
use super::composites::has_children;
use super::loops::number;
use super::{Behave, Node, Stop};
use crate::program::Number;
use crate::world::{Status, World};

/// `recover`: a child, and a recovery after which it is tried again.
#[derive(Clone, Debug)]
pub struct Recover {
    count: Number,
    most: u32,
    /// How many recoveries have begun.
    recoveries: u32,
    /// Whether the recovery runs.
    recovers: bool,
    children: Vec<Node>,
}

impl Recover {
    pub fn new(count: Number, children: Vec<Node>) -> Self {
        Recover { count, most: 0, recoveries: 0, recovers: false, children }
    }
}

impl Behave for Recover {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            self.most = number(self.count, world)?;
            (self.recoveries, self.recovers) = (0, false);
        }
        loop {
            if !self.recovers {
                let status = self.children[0].tick(world, span)?;
                if status != Status::Failure || self.recoveries == self.most {
                    return Ok(status);
                }
                self.recoveries += 1;
                self.recovers = true;
            }
            let status = self.children[1].tick(world, span)?;
            if status != Status::Success {
                return Ok(status);
            }
            self.recovers = false;
            if !world.count_pass() {
                return Ok(Status::Running);
            }
        }
    }

    has_children!();
}
