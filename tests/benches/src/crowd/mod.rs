//! W4: crowds, whose agents are at different places of their trees.

pub mod grouped;
pub mod plain;
pub mod stream;
pub mod subject;

pub use subject::{SIZES, Subject, pass, subjects};

use std::fmt::Debug;
use std::hint::black_box;

use crate::world::{Steady, TickFor, World, mixed, steps};

/// Agents that are ticked together.
pub trait Crowd {
    /// What an agent works on.
    type Context: Debug;

    /// Ticks each agent once.
    fn pass(&mut self);

    /// What all agents work on, in their order.
    fn contexts(&self) -> impl Iterator<Item = &Self::Context>;
}

/// The agent with this number, as it is before the measurement begins.
pub fn agent<C: World, T: TickFor<C>>(new: impl Fn() -> T, number: usize) -> (T, C) {
    let chance = mixed(number as u64);
    let (mut tree, mut context) = (new(), C::drawn(chance));
    black_box(steps(&mut tree, &mut context, &mut Steady, mixed(chance) % C::MOST_WARM_UP_TICKS));
    (tree, context)
}
