//! Built-in leaves with children.

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
        succeed < walk >,
        action(|_| {}) < walk >,
        condition(|_| true) < walk, walk >,
        running < >,
    >
}

fn main() {}
