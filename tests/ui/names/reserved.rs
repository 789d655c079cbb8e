//! Built-in nodes that are not there yet.

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
        recalls(3),
        weighted(1, 2) < walk, walk >,
        remember,
    >
}

fn main() {}
