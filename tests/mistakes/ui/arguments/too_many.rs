//! Arguments where none or fewer are wanted.

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
        repeat(1, 2) < walk >,
        forever(3) < walk >,
        inverter(true) < walk >,
        succeed(1, 2, 3),
        selector(2) < walk, walk >,
    >
}

fn main() {}
