//! Attributes and comments on nodes.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    pub Bot(Room) = sequence <
        #[cfg(test)]
        walk,
        /// Opens the door.
        #[allow(unused)]
        walk,
    >
}

bt! { pub Mark(Room) = sequence < # walk, walk > }

fn main() {}
