//! Labels that are not names, and two on one node.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Text(Room) = sequence < "door": walk, walk > }

bt! { pub Number(Room) = sequence < 1: walk, walk > }

bt! { pub Two(Room) = sequence < door: gate: walk, walk > }

fn main() {}
