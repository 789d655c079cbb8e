//! Arguments of leaves have no names.

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

bt! { pub Bot(Room) = sequence < push(force = 1, times = 2), push(1, times = 2) > }

fn main() {}
