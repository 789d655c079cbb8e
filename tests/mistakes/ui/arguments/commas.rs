//! Stray commas between arguments.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

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

bt! { pub Bot(Room) = sequence < repeat(,) < walk >, push(1,, 2), push(, 1, 2) > }

fn main() {}
