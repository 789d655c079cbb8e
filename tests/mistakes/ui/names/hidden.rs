//! A leaf of one's own that a built-in hides, used as if it had no children.

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
struct Forever;

impl Forever {
    fn run(&mut self, _: &mut Room) {}
}

bt! { Bot(Room) = sequence < walk, forever > }

fn main() {}
