//! A subtree for another context.

use bt::{Behavior, bt};

struct Room;

struct Cave;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { Climber(Cave) = sequence < succeed, running > }

bt! { Bot(Room) = sequence < walk, climber, retry(2) < climber > > }

fn main() {}
