//! Leaves and a tree of a crate that is `no_std`.

#![no_std]

extern crate alloc;

use alloc::vec::Vec;

use bt::{bt, leaf};

/// What the dogs have done.
#[derive(Default)]
pub struct Kennel {
    /// In order.
    pub journal: Vec<&'static str>,
    /// How many bones there are.
    pub bones: u32,
}

const LOW: u32 = 2;

/// Barks.
#[leaf]
pub fn bark(kennel: &mut Kennel) {
    kennel.journal.push("bark");
}

/// No tree has it.
#[leaf]
pub fn gnaw(kennel: &mut Kennel, bones: u32) -> bool {
    kennel.journal.push("gnaw");
    kennel.bones = kennel.bones.saturating_sub(bones);
    kennel.bones < LOW
}

bt! {
    /// Guards.
    pub Guard(Kennel) = sequence < condition(|kennel| kennel.bones >= LOW), bark, wait(1.0) >
}
