//! Labels on nothing.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot(Room) = sequence < door:, gate: , walk, last: > }

bt! { pub Root(Room) = all: }

fn main() {}
