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
bt! { Text(Room) = weighted("a", true) < walk, walk > }
bt! { Large(Room) = weighted(1e999) < walk > }
bt! { Value(impl bt::Random) = weighted(Some(1), |_| "a") < succeed, fail > }
bt! { Named(Room) = weighted(first = 1) < walk > }

fn main() {}
