//! Literals, brackets and marks in the place of nodes.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot(Room) = sequence < 1, "walk", (walk), [walk], {walk}, &walk, *, walk > }

bt! { pub Root(Room) = 3 }

bt! { pub Paren(Room) = (walk) }

bt! { pub Angle(Room) = < walk, walk > }

fn main() {}
