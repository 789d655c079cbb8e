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
        timeout(2.0) < walk >,
        wait(0.5),
        random_selector < walk, walk >,
    >
}

fn main() {}
