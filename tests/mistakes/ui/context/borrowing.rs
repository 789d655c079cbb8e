//! A context that borrows, without its lifetime and with another one.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

struct World<'a>(&'a mut u32);

bt! { Hidden(World) = succeed }

bt! { Reference(&mut Room) = walk }

fn main() {}
