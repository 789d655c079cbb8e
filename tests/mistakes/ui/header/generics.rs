//! Type parameters on trees.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot<T>(Room) = walk }

bt! { pub Open<T(Room) = walk }

bt! { pub Life<'a>(Room) { times: u32 } = repeat(times) < walk > }

fn main() {}
