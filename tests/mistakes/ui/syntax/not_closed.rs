//! Brackets that are not closed.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot(Room) = sequence < walk, selector < walk, walk > }

bt! { pub Both(Room) = sequence < walk, selector < walk, walk }

bt! { pub Args(Room) = sequence < walk, sequense < walk }

fn main() {}
