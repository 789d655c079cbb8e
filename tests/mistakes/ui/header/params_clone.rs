//! A parameter that cannot be cloned for each start.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

struct Force;

#[derive(Behavior)]
#[behavior(context = Room)]
struct Push(Force);

impl Push {
    fn new(force: Force) -> Self {
        Push(force)
    }

    fn run(&mut self, _: &mut Room) {}
}

bt! { Bot(Room) { force: Force, times: u32 } = sequence < push(force), repeat(tims) < walk > > }

fn main() {}
