//! Thresholds that are never reached.

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
        parallel(success = 4) < walk, walk, walk >,
        parallel(success = 3, failure = 3) < walk, walk >,
        parallel_all(failure = 2) < walk >,
        parallel(success = all, failure = any) < walk, walk >,
    >
}

fn main() {}
