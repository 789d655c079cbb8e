//! Unnamed trees with leaves for two contexts, and ticked with the wrong one.

use bt::{Behavior, bt};

struct Room;

struct Cave;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

#[derive(Behavior, Default)]
#[behavior(context = Cave)]
struct Climb;

impl Climb {
    fn run(&mut self, _: &mut Cave) {}
}

fn trees(room: &mut Room, cave: &mut Cave) {
    bt!((Room) = sequence < walk, climb >).tick(room);
    bt!(sequence < walk, walk >).tick(cave);
    bt!(sequence < walk, action(|_| {}), climb >).tick(room);
}

fn main() {}
