//! Thresholds that are not thresholds.

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
        parallel(success = many) < walk, walk >,
        parallel(failure = 1.5) < walk, walk >,
        parallel(success = ) < walk, walk >,
        parallel(success = true) < walk, walk >,
        parallel(success = |room: &Room| "many") < walk, walk >,
        parallel_all(success = 1) < walk, walk >,
    >
}

fn main() {}
