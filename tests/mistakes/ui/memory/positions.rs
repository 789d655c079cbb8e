//! Positions of another type, or in a memory that has none.

use bt::memory::Store;
use bt::{Memory, Remembers, bt};

struct Chronicle;

impl Store for Chronicle {
    type Key = u8;
    type Value = u32;

    fn insert(&mut self, _: u8, _: u32) -> Option<u32> {
        None
    }

    fn get(&self, _: &u8) -> Option<&u32> {
        None
    }

    fn remove(&mut self, _: &u8) -> Option<u32> {
        None
    }
}

struct Monk {
    chronicle: Chronicle,
}

impl Remembers for Monk {
    type Memory = Chronicle;

    fn memory(&self) -> &Chronicle {
        &self.chronicle
    }

    fn memory_mut(&mut self) -> &mut Chronicle {
        &mut self.chronicle
    }
}

bt! { Nowhere(Monk) = sequence < remember(1, 2), remember(1, 2, at = |_| [0.0, 1.0]) > }
bt! { Elsewhere(Memory<u8, u32>) = remember(1, 2, at = "there") }

fn main() {}
