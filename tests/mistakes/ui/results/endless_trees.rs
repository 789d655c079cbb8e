//! Nodes after a tree that never ends.

use bt::{bt, leaf};

struct Room {
    noise: bool,
}

#[leaf]
fn walk(_: &mut Room) {}

bt! { Watch(Room) = forever < sequence < wait(1.0), wait_until(|room| room.noise) > > }

bt! { pub AfterSuccess(Room) = sequence < watch, walk > }

bt! { pub AfterFailure(Room) = selector < watch, walk > }

bt! { Never(Room) = repeat(2) < fail > }

bt! { pub AfterNever(Room) = sequence < never, walk > }

fn main() {}
