//! `pipeline`

use super::clock::Span;
use super::composites::has_children;
use super::{Behave, Node, Stop, abort_all, pass_on};
use crate::world::{Status, World};

/// `pipeline`: children that have succeeded are ticked again while later ones run.
#[derive(Clone, Debug)]
pub struct Pipeline {
    /// How many children had been reached by the end of the last tick.
    reached: usize,
    children: Vec<Node>,
}

impl Pipeline {
    pub fn new(children: Vec<Node>) -> Self {
        Pipeline { reached: 0, children }
    }

    /// Ticks the children; `Success` if the last one has succeeded. The span is then the time that the last of them
    /// left.
    fn run(&mut self, world: &World, span: &mut Span) -> Result<Status, Stop> {
        let whole = *span;
        for index in 0..self.children.len() {
            let is_new = index >= self.reached;
            if !is_new {
                *span = whole;
            }
            let status = self.children[index].tick(world, span)?;
            let is_last_reached = index + 1 >= self.reached;
            if status == Status::Running && is_last_reached {
                self.reached = index + 1;
                return Ok(Status::Running);
            }
            if status == Status::Failure {
                return Ok(Status::Failure);
            }
        }
        Ok(Status::Success)
    }
}

impl Behave for Pipeline {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            self.reached = 0;
        }
        match self.run(world, span) {
            Ok(Status::Running) => Ok(Status::Running),
            Ok(end) => {
                abort_all(&mut self.children, span.now, world)?;
                Ok(end)
            }
            Err(stop) => Err(pass_on(stop, &mut self.children, span.now, world)),
        }
    }

    has_children!();
}
