//! Contexts that are not types.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Number(3) = walk }

bt! { pub Named(room: Room) = walk }

bt! { pub Two(Room, Room) = walk }

bt! { pub Nothing() = walk }

bt! { pub Impl(impl) = walk }

fn main() {}
