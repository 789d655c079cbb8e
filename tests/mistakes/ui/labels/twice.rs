//! Labels that are used twice, and three times.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    pub Bot(Room) = all: sequence <
        door: walk,
        gate: walk,
        door: sequence < gate: walk, gate: walk >,
    >
}

fn main() {}
