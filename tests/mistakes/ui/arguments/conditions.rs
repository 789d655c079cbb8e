//! Conditions that answer no `bool` or take the wrong thing.

use bt::{Behavior, bt};

struct Room {
    keys: u32,
}

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

fn with_mut(_: &mut Room) -> bool {
    true
}

bt! {
    Bot(Room) = sequence <
        precondition(|room| room.keys) < walk >,
        guard(|room, _| room.keys > 0) < walk >,
        condition(with_mut),
        condition(true),
        wait_until(|room| room.key > 0),
        reactive_if_else(|room| room.keys = 1) < walk, walk >,
    >
}

fn main() {}
