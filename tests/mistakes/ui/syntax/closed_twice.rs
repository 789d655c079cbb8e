//! Brackets that close nothing.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot(Room) = sequence < walk, walk > > }

bt! { pub Many(Room) = sequence < inverter < walk >>>> }

bt! { pub None(Room) = walk > }

fn main() {}
