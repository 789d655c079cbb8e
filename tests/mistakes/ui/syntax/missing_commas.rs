//! Missing commas between nodes.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot(Room) = sequence < walk walk, selector < walk > inverter < walk > > }

bt! { pub Mistaken(Room) = sequence < walk inverter, walk > }

fn main() {}
