//! Other marks where a comma belongs.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot(Room) = sequence < walk; walk; selector < walk | walk >, walk. > }

bt! { pub End(Room) = sequence < walk, walk >; }

fn main() {}
