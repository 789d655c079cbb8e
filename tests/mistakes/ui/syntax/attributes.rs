//! Attributes and comments on nodes, and conditions that are none.

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
        /// Opens the door.
        #[allow(unused)]
        walk,
        label: #[cfg(test)] walk,
        switch(|_| 1) < 1 => #[cfg(test)] walk, _ => walk >,
    >
}

bt! { pub Mark(Room) = sequence < # walk, walk > }

bt! {
    #[cfg]
    pub Conditions(Room) = sequence < #[cfg()] walk, #[cfg(test, unix)] walk, #[cfg = "test"] walk >
}

fn main() {}
