//! Children in square brackets, and among the arguments.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    Bot(Room) = sequence <
        selector [ walk, walk ],
        timeout(1.0, walk),
        guard(|_| true, walk, walk),
    >
}

bt! { Whole(Room) = sequence [ walk, walk ] }

fn main() {}
