//! Trees without a name.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub (Room) = walk }

bt! { pub = walk }

bt! { #[derive(Clone)] pub 3(Room) = walk }

fn main() {}
