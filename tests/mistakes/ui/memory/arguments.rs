//! Arguments of nodes that use the memory.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { Missing(Room) = sequence < remember("noise"), recalls, forget() > }
bt! { Many(Room) = sequence < remember(1, 2, 3), recalls(1, 2, 3), forget(1, 2) > }

bt! { Named(Room) = sequence < remember(at = 2, "noise", 3), remember("noise", 3, in = 2), remember("noise", 3, att = 2) > }
bt! { Positions(Room) = sequence < remember("noise", 3, at = 1, at = 2), remember("noise", 3, at = ), recalls("noise", at = 2) > }

fn main() {}
