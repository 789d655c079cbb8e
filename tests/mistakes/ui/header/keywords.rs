//! Trees declared with the keyword of something else.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub struct Bot(Room) = walk }

bt! { struct Private(Room) = walk }

bt! { pub tree Third(Room) = walk }

bt! { fn Other(Room) = walk }

fn main() {}
