//! Arguments of a built-in in braces.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot(Room) = sequence < repeat { 3 } < walk >, condition { open: true } > }

fn main() {}
