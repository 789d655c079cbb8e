//! Names in arguments that are not in scope.

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
    Bot(Room) { force: u32 } = sequence <
        push(forse, 2),
        repeat(times) < push(force, 1) >,
        condition(|room| room.open && force > 0),
        action(|_| ring()),
    >
}

fn main() {}
