//! Trees within themselves.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot(Room) = sequence < walk, bot > }

bt! { pub Deep(Room) = selector < sequence < walk, inverter < Deep > >, self::deep > }

bt! { pub Root(Room) = root }

bt! { pub Around(Room) = around < walk > }

fn main() {}
