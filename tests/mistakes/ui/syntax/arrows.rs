//! Arrows and comparisons where children belong.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot(Room) = sequence -> walk }

bt! { pub Fat(Room) = sequence => walk }

bt! { pub Less(Room) = sequence <= walk, walk > }

bt! { pub Shift(Room) = sequence << walk, walk >> }

fn main() {}
