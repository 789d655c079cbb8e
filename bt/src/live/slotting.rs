//! `Slotting`: what can be done with a slot without its type. [`Probe`] finds it out.

use alloc::boxed::Box;
use core::fmt::Debug;

use super::erased::{Held, Slotted};
use super::probe::Probe;
use super::saves::{LoadSlot, SaveSlot};
use crate::engine::tick::slot::MessageSlot;

pub type CloneSlot = fn(&Held) -> Option<Slotted>;
pub type DebugSlot = fn(&Held) -> Option<&dyn Debug>;

/// What can be done with the slot of a leaf, or with a decorator or a composite.
#[derive(Clone, Copy, Default)]
pub struct Slotting {
    pub clone: Option<CloneSlot>,
    pub debug: Option<DebugSlot>,
    pub save: SaveSlot,
    pub load: LoadSlot,
}

impl<T: Clone + Send + Sync + 'static> Probe<T> {
    pub fn __clone_slot(self) -> Option<CloneSlot> {
        Some(clone::<T>)
    }
}

impl<T: Debug + 'static> Probe<T> {
    pub fn __debug_slot(self) -> Option<DebugSlot> {
        Some(debug::<T>)
    }
}

fn clone<T: Clone + Send + Sync + 'static>(held: &Held) -> Option<Slotted> {
    match held.downcast_ref::<MessageSlot<T>>() {
        Some(slot) => Some(Box::new(slot.clone())),
        None => Some(Box::new(held.downcast_ref::<T>()?.clone())),
    }
}

fn debug<T: Debug + 'static>(held: &Held) -> Option<&dyn Debug> {
    match held.downcast_ref::<MessageSlot<T>>() {
        Some(MessageSlot::Active(leaf)) => Some(leaf),
        Some(ended) => Some(ended),
        None => Some(held.downcast_ref::<T>()?),
    }
}
