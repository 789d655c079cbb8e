//! A word before a label: the label is read, and nothing follows.

use bt::{bt, leaf};

struct Room;

#[leaf]
fn aim(_: &mut Room) -> Option<u8> {
    None
}

#[leaf]
fn shoot(_: &mut Room, _at: u8) -> bool {
    true
}

bt! { Bot(Room) = sequence < label take: aim -> at, label fire: shoot(at), label fire: wait(1.0) > }

fn main() {}
