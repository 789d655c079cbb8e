//! Rust where a tree belongs.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { let Bot = sequence < walk, walk >; }

bt! { pub Method(Room) = walk.then(walk) }

bt! { pub Macro(Room) = sequence < walk!, walk > }

bt! { pub Plus(Room) = walk + walk }

bt! { pub Question(Room) = walk? }

bt! { pub Index(Room) = sequence < walk[0], walk > }

bt! { pub Code(Room) = sequence < |room| room.open(), !walk, condition(1 > 2), walk > }

fn main() {}
