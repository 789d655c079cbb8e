//! `for_each`

use super::clock::Span;
use super::decorators::has_child;
use super::{Behave, Node, Stop};
use crate::bindings::Slot;
use crate::program::Id;
use crate::world::{Panicked, Status, World};

/// `for_each`: the child for one item after the other.
#[derive(Clone, Debug)]
pub struct ForEach {
    id: Id,
    /// What the items are bound to.
    slot: Option<Slot>,
    /// The number of the current item.
    index: u32,
    child: Vec<Node>,
}

impl ForEach {
    pub fn new(id: Id, slot: Option<Slot>, child: Vec<Node>) -> Self {
        ForEach { id, slot, index: 0, child }
    }

    /// Binds the current item; returns whether there is one.
    fn take(&self, world: &World) -> Result<bool, Panicked> {
        let item = world.item(self.id, self.index)?;
        if let (Some(slot), Some(item)) = (self.slot, item) {
            world.bindings.bind(slot, item);
        }
        Ok(item.is_some())
    }
}

impl Behave for ForEach {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            self.index = 0;
            if !self.take(world)? {
                return Ok(Status::Success);
            }
        }
        loop {
            let status = self.child[0].tick(world, span)?;
            if status != Status::Success {
                return Ok(status);
            }
            self.index += 1;
            if !self.take(world)? {
                return Ok(Status::Success);
            }
            if !world.count_pass() {
                return Ok(Status::Running);
            }
        }
    }

    has_child!();
}
