//! Three misspelt names: two built-ins and a leaf.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct OpenDoor;

impl OpenDoor {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot(Room) = sequense < walk, selecter < opn_door, walk > > }

bt! { pub Waiter(Room) = sequence < wiat(1.0), walk, succed > }

fn main() {}
