//! Leaves that cannot be made: one has no `Default`, one has no `new`.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

#[derive(Behavior)]
#[behavior(context = Room)]
struct Push {
    force: u32,
}

impl Push {
    fn run(&mut self, _: &mut Room) -> bool {
        self.force > 0
    }
}

bt! { Bot(Room) = sequence < walk, push, push(3) > }

fn main() {}
