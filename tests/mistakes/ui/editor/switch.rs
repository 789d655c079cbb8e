//! The arms of a `switch` as they are typed.

use bt::{Behavior, bt};

struct Room {
    size: u32,
}

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub A(Room) = switch }

bt! { pub B(Room) = switch() }

bt! { pub C(Room) = switch(|room| room.size) < }

bt! { pub D(Room) = switch(|room| room.size) < 0 }

bt! { pub E(Room) = switch(|room| room.size) < 0 = }

bt! { pub F(Room) = switch(|room| room.size) < 0 => }

bt! { pub G(Room) = switch(|room| room.size) < 0 => wal }

bt! { pub H(Room) = switch(|room| room.size) < 0 => walk, }

bt! { pub I(Room) = switch(|room| room.size) < 0 if => walk, _ => walk > }

fn main() {}
