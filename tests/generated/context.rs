//! The context of generated trees.

use std::cell::RefCell;
use std::convert::Infallible;
use std::mem::take;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use bt::{Memory, Random, Remembers};
use bt_reference::world::{self, KEYS};
use rand_pcg::rand_core::TryRng;

use crate::leaves::or_panic;

/// The world of the reference, as a type that provides what nodes require of a context.
pub struct World {
    world: Rc<world::World>,
    /// What the world remembers, while it is lent.
    memory: Memory<u32, u32, u32>,
}

impl Deref for World {
    type Target = world::World;

    fn deref(&self) -> &world::World {
        &self.world
    }
}

thread_local!(static LENT: RefCell<Option<Rc<world::World>>> = const { RefCell::new(None) });

/// The world that is lent now, for what has no context.
pub fn lent() -> Option<Rc<world::World>> {
    LENT.with_borrow(Option::clone)
}

impl World {
    /// Lends a world to a tree; nothing comes back if there is a panic.
    pub fn lend<T>(world: &mut world::World, work: impl FnOnce(&mut World) -> T) -> Option<T> {
        let mut lent = World { world: Rc::new(take(world)), memory: Memory::lasting() };
        for key in 0..KEYS as u32 {
            match lent.world.memory()[key as usize] {
                Some((value, Some(at))) => lent.memory.insert_at(key, value, at),
                Some((value, None)) => lent.memory.insert(key, value),
                None => None,
            };
        }
        LENT.set(Some(lent.world.clone()));
        let result = catch_unwind(AssertUnwindSafe(|| work(&mut lent)));
        LENT.set(None);
        for key in 0..KEYS as u32 {
            match lent.memory.recall(&key) {
                Some(known) => lent.remember(key, *known.value, known.position.copied()),
                None => lent.forget(key),
            }
        }
        *world = Rc::into_inner(lent.world).expect("nothing else holds the world");
        result.ok()
    }
}

impl Random for World {
    type Rng = Self;

    fn rng(&mut self) -> &mut Self {
        self
    }
}

impl TryRng for World {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("all draws are words of 64 bits")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(or_panic(self.word()))
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!("all draws are words of 64 bits")
    }
}

impl Remembers for World {
    type Memory = Memory<u32, u32, u32>;

    fn memory(&self) -> &Self::Memory {
        &self.memory
    }

    fn memory_mut(&mut self) -> &mut Self::Memory {
        &mut self.memory
    }
}
