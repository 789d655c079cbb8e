//! Several names for one value, and two places for one name.

use bt::{bt, leaf};

struct Room;

#[leaf]
fn find(_: &mut Room) -> Option<u32> {
    Some(1)
}

#[leaf]
fn eat(_: &mut Room, _prey: u32) {}

bt! { Both(Room) = sequence < sequence < find, find > -> (prey, name), eat(prey) > }

bt! { Twice(Room) = sequence < timeout(1.0) -> prey < find > -> other, eat(prey) > }

fn main() {}
