//! `finally`

use super::clock::Span;
use super::composites::has_children;
use super::{Behave, Node, Stop, abort_all};
use crate::world::{Panicked, Status, World};

/// `finally`: a child, and a cleanup after it, however it ends.
#[derive(Clone, Debug)]
pub struct Finally {
    /// How the child has ended. From then on the cleanup runs.
    end: Option<Status>,
    children: Vec<Node>,
}

impl Finally {
    pub fn new(children: Vec<Node>) -> Self {
        Finally { end: None, children }
    }

    /// Runs the cleanup for one instant. An error in it is lost.
    fn clean_up(&mut self, now: u64, world: &World) -> Result<(), Panicked> {
        match self.children[1].tick(world, &mut Span { now, left: 0 }) {
            Ok(Status::Running) => self.children[1].abort(now, world),
            Ok(_) | Err(Stop::Error(_)) => Ok(()),
            Err(Stop::Panicked) => Err(Panicked),
        }
    }
}

impl Behave for Finally {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            self.end = None;
        }
        let end = match self.end {
            Some(end) => end,
            None => match self.children[0].tick(world, span) {
                Ok(Status::Running) => return Ok(Status::Running),
                Ok(end) => end,
                Err(Stop::Panicked) => return Err(Stop::Panicked),
                Err(error) => {
                    self.clean_up(span.now, world)?;
                    return Err(error);
                }
            },
        };
        self.end = Some(end);
        match self.children[1].tick(world, span)? {
            Status::Running => Ok(Status::Running),
            Status::Success | Status::Failure => Ok(end),
        }
    }

    fn abort(&mut self, now: u64, world: &World) -> Result<(), Panicked> {
        abort_all(&mut self.children, now, world)?;
        match self.end {
            Some(_) => Ok(()),
            None => self.clean_up(now, world),
        }
    }

    has_children!();
}
