//! Weights that do not match the children, or are none.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { Few(Room) = weighted(1) < walk, walk > }
bt! { Many(Room) = weighted(1, 2, 3) < walk, walk > }
bt! { None(Room) = weighted < walk > }
bt! { Text(Room) = weighted("a", |room| 1) < walk, walk > }
bt! { Named(Room) = weighted(first = 1) < walk > }

fn main() {}
