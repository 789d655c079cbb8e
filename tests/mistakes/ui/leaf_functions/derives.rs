//! Derives of a tree that its leaves lack. rustc proposes them below `#[leaf]`.

use bt::{Status, bt, leaf};

struct Room;

#[leaf]
fn say(_: &mut Room, _words: String) -> Status {
    Status::Running
}

bt! { #[derive(Clone, Debug)] Talker(Room) = say(String::new()) }

fn main() {}
