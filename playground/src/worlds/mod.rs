//! Worlds with a picture: what leaves do there is Rust, and the picture shows it while the tree is ticked.
//!
//! A world is a file: its data, its leaves, what happens by itself, and its picture.

mod door;
pub mod leaves;
mod meadow;
pub mod picture;
mod robot;
#[cfg(test)]
mod tests;
pub mod world;

use bt_live::Palette;

use crate::scene::Scene;
use leaves::{Leaves, Offered};
use world::Make;

/// How a world is made.
pub struct Kind {
    /// Its name in links.
    pub name: &'static str,
    /// The world before the first tick.
    pub make: Make,
    leaves: fn() -> Leaves,
}

/// All worlds.
pub const ALL: [Kind; 3] = [
    Kind { name: "door", make: || Box::new(door::House::default()), leaves: door::leaves },
    Kind { name: "meadow", make: || Box::new(meadow::Meadow::default()), leaves: meadow::leaves },
    Kind { name: "robot", make: || Box::new(robot::Hall::default()), leaves: robot::leaves },
];

/// The world of a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Kind> {
    ALL.iter().find(|kind| kind.name == name)
}

impl Kind {
    /// What a text may use in this world.
    #[must_use]
    pub fn palette(&self) -> Palette<Scene> {
        (self.leaves)().palette
    }

    /// Its leaves, for people who type.
    #[must_use]
    pub fn offered(&self) -> Vec<Offered> {
        (self.leaves)().offered
    }
}
