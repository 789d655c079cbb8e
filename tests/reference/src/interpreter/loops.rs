//! Repeating nodes.

use super::clock::Span;
use super::decorators::has_child;
use super::{Behave, Node, Stop};
use crate::program::Number;
use crate::world::{Panicked, Status, World};

/// `repeat`, `forever`, `retry`, `repeat_until_failure`, `repeat_until_success`
#[derive(Clone, Debug)]
pub struct Loop {
    /// After this result of the child comes another pass.
    again_after: Status,
    /// Its result once the child has the other result.
    otherwise: Status,
    count: Option<Number>,
    left: u32,
    child: Vec<Node>,
}

impl Loop {
    pub fn repeat(count: Option<Number>, child: Vec<Node>) -> Self {
        Loop { again_after: Status::Success, otherwise: Status::Failure, count, left: 0, child }
    }

    pub fn retry(count: Number, child: Vec<Node>) -> Self {
        Loop { again_after: Status::Failure, otherwise: Status::Success, count: Some(count), left: 0, child }
    }

    pub fn until(end: Status, child: Vec<Node>) -> Self {
        let again_after = if end == Status::Success { Status::Failure } else { Status::Success };
        Loop { again_after, otherwise: Status::Success, count: None, left: 0, child }
    }
}

impl Behave for Loop {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if let (true, Some(count)) = (starts, self.count) {
            self.left = number(count, world)?;
            if self.left == 0 {
                return Ok(self.again_after);
            }
        }
        loop {
            let (began_in_this_tick, left_before) = (!self.child[0].is_active(), span.left);
            let status = self.child[0].tick(world, span)?;
            if status == Status::Running {
                return Ok(Status::Running);
            }
            if status != self.again_after {
                return Ok(self.otherwise);
            }
            if self.count.is_some() {
                self.left -= 1;
                if self.left == 0 {
                    return Ok(self.again_after);
                }
            }
            let never_ends = self.count.is_none() && began_in_this_tick && span.left == left_before;
            if never_ends || !world.count_pass() {
                return Ok(Status::Running);
            }
        }
    }

    has_child!();
}

/// The count from a value.
pub fn few(value: u32) -> u32 {
    value % 4
}

/// A number, read at the start.
pub fn number(number: Number, world: &World) -> Result<u32, Panicked> {
    match number {
        Number::Of(number) => Ok(number),
        Number::Asked(id) => world.number(id),
        Number::Bound => Ok(few(world.bound())),
    }
}
