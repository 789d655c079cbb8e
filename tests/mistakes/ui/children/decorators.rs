//! Decorators with no child, with none in the brackets, and with two.

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
        inverter,
        force_success < >,
        forever < walk, walk >,
        retry(3) < walk, walk, walk >,
    >
}

fn main() {}
