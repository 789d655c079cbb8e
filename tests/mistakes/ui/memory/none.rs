//! A context without a memory.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { Bot(Room) = sequence < remember("noise", 3), recalls("noise"), recalls("noise", 3), forget("noise") > }

fn main() {}
