//! Composites without children.

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
        walk,
        selector,
        reactive_sequence < >,
        parallel(success = 1),
        race(),
    >
}

bt! { pub Root(Room) = sequence }

fn main() {}
