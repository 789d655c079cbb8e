//! Functions as leaves: they go in `action`.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

fn ring_bell(_: &mut Room) {}

bt! { Bot(Room) = sequence < walk, ring_bell, self::ring_bell > }

fn main() {}
