//! Keywords in the place of a node.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot(Room) = sequence < self, crate::super, _, walk > }

bt! { pub Types(Room) = sequence < crate, Self, walk > }

bt! { pub Loop(Room) = loop < walk > }

bt! { pub If(Room) = sequence < if walk, match < walk >, walk > }

fn main() {}
