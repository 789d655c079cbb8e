//! A name that nobody uses is a warning, as of a variable.

#![deny(unused_variables)]

use bt::{bt, leaf};

struct Room;

#[leaf]
fn find_key(_: &mut Room) -> Option<u32> {
    Some(1)
}

bt! { pub Unused(Room) = sequence < find_key -> key, find_key -> _other > }

fn main() {}
