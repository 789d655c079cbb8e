//! Times that are whole numbers, text, negative and nothing, and a timed node without a child.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    pub Bot(Room) = sequence <
        timeout(2) < walk >,
        wait("long"),
        wait(),
        wait(-1.0),
        delay(0.5),
    >
}

fn main() {}
