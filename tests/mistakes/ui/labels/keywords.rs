//! Labels that are keywords are fine; a misspelt node beside them is not.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot(Room) = sequence < self: walk, fn: walk, _: walk, r#if: sequense < walk > > }

fn main() {}
