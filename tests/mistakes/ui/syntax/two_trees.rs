//! More than one tree in one `bt!`, and two roots.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    pub Bot(Room) = sequence < walk, walk >
    pub Other(Room) = sequence < walk, walk >
}

bt! { pub Roots(Room) = walk walk }

bt! { pub Comma(Room) = sequence < walk, walk >, sequence < walk, walk > }

fn main() {}
