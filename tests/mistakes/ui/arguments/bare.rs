//! Arguments without parentheses, and a count that is not a `u32`.

use bt::{Status, bt, leaf};

struct Room {
    doors: i64,
}

#[leaf]
fn open(_: &mut Room, _door: u8) -> Status {
    Status::Running
}

bt! { Bare(Room) = sequence < wait 1.0, open 3, repeat 2 < open(1) > > }
bt! { Count(Room) = repeat(|room| room.doors) < open(1) > }

fn main() {}
