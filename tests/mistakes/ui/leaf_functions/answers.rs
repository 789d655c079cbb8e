//! What a function returns is an answer of a leaf.

use bt::{bt, leaf};

struct Room;

#[leaf]
fn number(_: &mut Room) -> u32 {
    7
}

#[leaf]
fn text(_: &mut Room) -> Result<String, ()> {
    Err(())
}

bt! { Bot(Room) = sequence < number, text > }

fn main() {}
