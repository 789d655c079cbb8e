//! Trees of which only the beginning is written.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { Bot(Room) }

bt! { pub Public }

bt! { Message(Room) on }

bt! { Answer(Room) -> Result }

bt! { Label(Room) = lab: }

bt! { Path(Room) = sequence < walk, self:: > }

bt! { sequence < walk > }

fn main() {}
