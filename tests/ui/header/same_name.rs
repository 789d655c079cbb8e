//! Two trees with one name.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot(Room) = walk }

bt! { pub Bot(Room) = inverter < walk > }

fn main() {}
