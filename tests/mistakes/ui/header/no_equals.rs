//! Trees without `=`.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot(Room) sequence < walk, walk > }

bt! { pub Colon(Room): walk }

bt! { pub Arrow(Room) => walk }

bt! { pub Twice(Room) == walk }

fn main() {}
