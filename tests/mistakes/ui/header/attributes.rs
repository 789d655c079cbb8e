//! Attributes: unknown, broken off, and one of a struct.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    #[unknown]
    pub Unknown(Room) = walk
}

bt! {
    # pub Broken(Room) = walk
}

bt! {
    #![inner]
    pub Inner(Room) = walk
}

bt! {
    #[3]
    pub Number(Room) = walk
}

fn main() {}
