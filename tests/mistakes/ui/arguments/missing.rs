//! Arguments that are missing.

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
        repeat < walk >,
        retry() < walk >,
        precondition < walk >,
        action,
        condition(),
        wait_until,
        run_limit < walk >,
    >
}

fn main() {}
