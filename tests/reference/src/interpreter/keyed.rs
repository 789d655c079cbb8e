//! `keyed`

use super::clock::Span;
use super::decorators::has_child;
use super::{Behave, Node, Stop};
use crate::program::Id;
use crate::world::{Status, World};

/// `keyed`: a child that restarts when a key changes.
#[derive(Clone, Debug)]
pub struct Keyed {
    /// The id of the request for the key; without one, the key is the value of a name.
    id: Option<Id>,
    key: u32,
    child: Vec<Node>,
}

impl Keyed {
    pub fn new(id: Option<Id>, child: Vec<Node>) -> Self {
        Keyed { id, key: 0, child }
    }
}

impl Behave for Keyed {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        let key = self.id.map_or_else(|| Ok(world.bound()), |id| world.number(id))?;
        if !starts && key != self.key {
            self.child[0].abort(span.now, world)?;
        }
        self.key = key;
        self.child[0].tick(world, span)
    }

    has_child!();
}
