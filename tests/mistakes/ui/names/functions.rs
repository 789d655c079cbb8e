//! Functions of the context in place of leaves.

use bt::bt;

struct Room;

impl Room {
    fn open(&mut self) {}
    fn is_open(&self) -> bool {
        true
    }
}

struct World<'a>(&'a mut Room);

impl World<'_> {
    fn step(&mut self) {}
}

bt! { Bot(Room) = sequence < Room::open, action(Room::open), condition(Room::is_open), Room::open(1) > }

bt! { Borrowing(World<'_>) = sequence < World::step, action(World::step) > }

fn main() {}
