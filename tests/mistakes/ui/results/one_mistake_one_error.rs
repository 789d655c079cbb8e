//! What follows from a mistake is not a mistake of its own.

use bt::{Behavior, Status, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) -> Status {
        Status::Running
    }
}

bt! { Bot(Room) = sequence < sequence < fail, walk >, retry(2) < sequence < walk, fail, walk > >, walk > }
bt! { Both(Room) = sequence < selector < succeed, walk >, sequenc < walk >, inverter < walk, walk >, walk > }

fn main() {}
