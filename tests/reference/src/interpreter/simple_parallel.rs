//! `simple_parallel`

use super::clock::Span;
use super::composites::has_children;
use super::{Behave, Node, Stop, pass_on};
use crate::world::{Status, World};

/// `simple_parallel`: the main child, and next to it the background, which repeats forever.
#[derive(Clone, Debug)]
pub struct SimpleParallel {
    children: Vec<Node>,
}

impl SimpleParallel {
    pub fn new(children: Vec<Node>) -> Self {
        SimpleParallel { children }
    }

    /// Ticks the background for this time.
    fn background(&mut self, world: &World, span: &mut Span) -> Result<(), Stop> {
        loop {
            let (began_in_this_tick, left_before) = (!self.children[1].is_active(), span.left);
            if self.children[1].tick(world, span)? == Status::Running {
                return Ok(());
            }
            if (began_in_this_tick && span.left == left_before) || !world.count_pass() {
                return Ok(());
            }
        }
    }
}

impl Behave for SimpleParallel {
    fn tick(&mut self, _: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        let whole = *span;
        let status = match self.children[0].tick(world, span) {
            Ok(status) => status,
            Err(stop) => return Err(pass_on(stop, &mut self.children, span.now, world)),
        };
        let used = whole.left - span.left;
        if status == Status::Running || used > 0 {
            let mut own = whole.first(used);
            if let Err(stop) = self.background(world, &mut own) {
                *span = Span { now: own.now, left: span.left + own.left };
                return Err(pass_on(stop, &mut self.children, span.now, world));
            }
        }
        if status != Status::Running {
            self.children[1].abort(span.now, world)?;
        }
        Ok(status)
    }

    has_children!();
}
