//! Nodes with kept state; only a new tree clears it.

use super::clock::Span;
use super::decorators::has_child;
use super::loops::number;
use super::{Behave, Node, Stop};
use crate::program::Number;
use crate::world::{Status, World};

/// `run_once`
#[derive(Clone, Debug)]
pub struct RunOnce {
    result: Option<Status>,
    child: Vec<Node>,
}

impl RunOnce {
    pub fn new(child: Vec<Node>) -> Self {
        RunOnce { result: None, child }
    }
}

impl Behave for RunOnce {
    fn tick(&mut self, _: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if let Some(result) = self.result {
            return Ok(result);
        }
        let status = self.child[0].tick(world, span)?;
        if status != Status::Running {
            self.result = Some(status);
        }
        Ok(status)
    }

    has_child!();
}

/// `run_limit`
#[derive(Clone, Debug)]
pub struct RunLimit {
    count: Number,
    ends: u32,
    child: Vec<Node>,
}

impl RunLimit {
    pub fn new(count: Number, child: Vec<Node>) -> Self {
        RunLimit { count, ends: 0, child }
    }
}

impl Behave for RunLimit {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts && self.ends >= number(self.count, world)? {
            return Ok(Status::Failure);
        }
        let status = self.child[0].tick(world, span)?;
        if status != Status::Running {
            self.ends += 1;
        }
        Ok(status)
    }

    has_child!();
}
