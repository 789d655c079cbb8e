//! Stray commas between nodes.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot(Room) = sequence < , walk, , selector < walk,, walk >, > }

bt! { pub After(Room) = walk, }

fn main() {}
