//! Names of arguments: unknown, misspelt, missing, given twice, where none are wanted.

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
        parallel(2) < walk, walk >,
        parallel(sucess = 2) < walk, walk >,
        parallel(most = 2) < walk, walk >,
        parallel(success = 1, success = 2) < walk, walk >,
        repeat(times = 3) < walk >,
    >
}

fn main() {}
