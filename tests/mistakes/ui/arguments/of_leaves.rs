//! Arguments of leaves: too few, too many, of the wrong type, and with a name.

use bt::{Behavior, bt};

struct Room;

impl Room {
    fn name(&self) -> &'static str {
        "hall"
    }
}

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Push {
    force: u32,
    times: u32,
}

impl Push {
    fn new(force: u32, times: u32) -> Self {
        Push { force, times }
    }

    fn run(&mut self, _: &mut Room) {}
}

bt! {
    Bot(Room) = sequence <
        push(1),
        push(1, 2, 3),
        push("hard", 2),
        push("hard", 1.5),
        push(1, |room| room.name()),
    >
}

fn main() {}
