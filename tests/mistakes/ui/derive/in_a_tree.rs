//! A leaf with a mistake in it is none of the tree's business.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

#[derive(Behavior, Default)]
struct Open;

impl Open {
    fn run(&mut self, _: &mut Room) {}
}

#[derive(Behavior, Default)]
#[behavior(context = Room, error)]
struct Close;

bt! { Bot(Room) = sequence < walk, open, close > }

fn main() {}
