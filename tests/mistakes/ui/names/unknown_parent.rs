//! Unknown names with no child, one child and two children.

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
        patience < walk >,
        together < walk, walk >,
        nothing_in_it < >,
    >
}

fn main() {}
