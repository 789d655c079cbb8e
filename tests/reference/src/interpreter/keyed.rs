//! `keyed`

use super::clock::Span;
use super::decorators::has_child;
use super::{Behave, Node, Stop};
use crate::program::Id;
use crate::world::{Status, World};

/// `keyed`: a child that starts anew when a key changes.
#[derive(Clone, Debug)]
pub struct Keyed {
    id: Id,
    key: u32,
    child: Vec<Node>,
}

impl Keyed {
    pub fn new(id: Id, child: Vec<Node>) -> Self {
        Keyed { id, key: 0, child }
    }
}

impl Behave for Keyed {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        let key = world.number(self.id)?;
        if !starts && key != self.key {
            self.child[0].abort(span.now, world)?;
        }
        self.key = key;
        self.child[0].tick(world, span)
    }

    has_child!();
}
