//! Keywords of Rust where a pattern of a `switch` belongs.

use bt::bt;

struct Room {
    doors: u32,
}

bt! { Bot(Room) = switch(|room| room.doors) < if 3 => succeed, while 4 => fail, else => running > }

fn main() {}
