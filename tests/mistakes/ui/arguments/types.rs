//! Arguments of the wrong type.

use bt::{Behavior, bt};

struct Room {
    name: &'static str,
}

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    Bot(Room) = sequence <
        repeat("three".len()) < walk >,
        retry(|room| room.name) < walk >,
        run_limit(-1) < walk >,
    >
}

fn main() {}
