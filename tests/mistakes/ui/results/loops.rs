//! Loops whose child never gives the result that ends them.

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

bt! { Retry(Room) = retry(3) < force_failure < walk > > }
bt! { Until(Room) = repeat_until_success < sequence < walk, fail > > }
bt! { Failure(Room) = sequence < walk, repeat_until_failure < force_success < walk > >, walk > }

fn main() {}
