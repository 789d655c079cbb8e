//! Built-ins with a capital letter, and one that is near to nothing.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    pub Bot(Room) = Sequence <
        walk,
        ForceSuccess < walk >,
        ordered < walk, walk >,
    >
}

fn main() {}
