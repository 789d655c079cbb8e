//! A context without a source of chance.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { Bot(Room) = sequence < random_selector < walk, walk >, probability(0.5) < walk >, wait_between(1.0, 2.0), weighted(1, 2) < walk, walk > > }

fn main() {}
