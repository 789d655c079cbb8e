//! Children of parallels that are decided before they are reached.

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

bt! { Race(Room) = race < walk, fail, walk, walk > }
bt! { Any(Room) = parallel(success = any, failure = all) < succeed, walk > }
bt! { All(Room) = parallel < walk, inverter < succeed >, walk > }
bt! { Ended(Room) = sequence < parallel_all < walk, fail >, walk > }
bt! { OfTypes(Room) = race < condition(|_| true), walk > }

fn main() {}
