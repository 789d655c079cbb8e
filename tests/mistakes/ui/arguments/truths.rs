//! `true` and `false` where something else is expected, beside another mistake.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    Bot(Room) = sequence <
        repeat(true) < walk >,
        timeout(false) < walk >,
        guard(true) < walk >,
        probability(true) < walk >,
        sequense < walk, walk >,
    >
}

fn main() {}
