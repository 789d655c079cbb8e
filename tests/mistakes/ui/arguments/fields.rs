//! Fields of a leaf: an unknown one, a missing one, one of the wrong type.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Push {
    force: u32,
    times: u32,
}

impl Push {
    fn new(force: u32, times: u32) -> Self {
        Push { force, times }
    }

    fn run(&mut self, _: &mut Room) {}
}

bt! {
    Bot(Room) = sequence <
        push { force: 1, tims: 2 },
        push { force: 1 },
        push { force: "hard", times: 2 },
    >
}

fn main() {}
