//! Saves of a live tree.

use std::marker::PhantomData;

use bt::__private::live::LiveTree;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Live, Running};
use crate::program::Kept;
use crate::{registry, save};

/// Saved like the compiled tree, so that each can load the saves of the other. A tree that implements the trait by
/// hand, or has `serde` attributes, is refused.
impl<T: LiveTree + Serialize> Serialize for Live<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Live { built, running, kept, .. } = self;
        save::save(built, running.program(), &running.state, &kept.0, serializer)
    }
}

/// Loads into the current program.
impl<'de, T: LiveTree + Deserialize<'de>> Deserialize<'de> for Live<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (seen, program) = (registry::changes(), registry::program::<T>());
        let (built, state, cells) = save::load::<T, D>(&program, deserializer)?;
        let running = Running { program: Some(program), state, tree: PhantomData };
        Ok(Live { built, running, kept: Kept(cells), seen })
    }
}
