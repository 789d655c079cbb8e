//! Children in parentheses and in braces.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    pub Bot(Room) = sequence(
        walk,
        walk
    )
}

bt! { pub Braces(Room) = selector { walk, walk } }

bt! { pub Named(Room) = sequence(first = walk) }

bt! { pub Inner(Room) = sequence < inverter(walk), walk > }

fn main() {}
