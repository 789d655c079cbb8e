//! Derives of a tree that its leaves lack, which rustc proposes below `#[leaf]`; and of an argument that lacks `Clone`.

use bt::{Status, bt, leaf};

struct Room;

#[leaf]
fn say(_: &mut Room, _words: String) -> Status {
    Status::Running
}

bt! { #[derive(Clone, Debug)] Talker(Room) = say(String::new()) }

struct Key;

#[leaf]
fn open(_: &mut Room, _key: Key) {}

fn main() {}
