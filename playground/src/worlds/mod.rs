//! Worlds with a picture: what leaves do there is Rust, and the picture shows it while the tree is ticked.
//!
//! A world is a file: its data, its leaves, what happens by itself, and its picture.

mod door;
mod leaves;
mod meadow;
mod picture;
mod robot;
#[cfg(test)]
mod tests;

use std::any::Any;

use bt_live::Palette;

pub use leaves::{Leaves, Offered};
pub use picture::{Picture, Shape};

use crate::scene::Scene;

/// What leaves see and change.
pub trait World: Any {
    /// What happens by itself in these seconds. `chance` draws a number from 0 to 1.
    fn pass(&mut self, seconds: f64, chance: &mut dyn FnMut() -> f64);

    /// The user has pressed a button of the picture, by its number.
    fn press(&mut self, button: usize);

    /// What is to be seen now.
    fn picture(&self) -> Picture;
}

/// How a world is made.
pub struct Kind {
    /// Its name in links.
    pub name: &'static str,
    /// The world before the first tick.
    pub make: fn() -> Box<dyn World>,
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

/// Moves a number towards another one. Whether it is there.
fn approach(from: &mut f64, to: f64, most: f64) -> bool {
    *from += (to - *from).clamp(-most, most);
    *from == to
}
