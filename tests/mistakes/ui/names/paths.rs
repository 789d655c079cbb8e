//! Paths that break off.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot(Room) = sequence < doors::, ::walk::, walk > }

bt! { pub Colon(Room) = sequence < self:walk, ::, walk > }

bt! { pub Keyword(Room) = sequence < doors::match, walk > }

fn main() {}
