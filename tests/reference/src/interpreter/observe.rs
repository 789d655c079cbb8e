//! `observe`

use super::clock::Span;
use super::decorators::has_child;
use super::{Behave, Node, Stop};
use crate::program::Id;
use crate::world::{Status, World};

/// `observe`: the reactive node in it looks only when the key has changed, or after a call of `look`.
#[derive(Clone, Debug)]
pub struct Observe {
    id: Id,
    /// The key at the last look.
    seen: u32,
    /// Whether `look` was called.
    told: bool,
    child: Vec<Node>,
}

impl Observe {
    pub fn new(id: Id, child: Vec<Node>) -> Self {
        Observe { id, seen: 0, told: false, child }
    }
}

impl Behave for Observe {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        let key = world.number(self.id)?;
        let looks = starts || self.told || key != self.seen;
        if !looks {
            return self.child[0].resume(world, span);
        }
        self.told = false;
        self.seen = key;
        self.child[0].tick(world, span)
    }

    fn look(&mut self) {
        self.told = true;
        self.child[0].look();
    }

    has_child!();
}
