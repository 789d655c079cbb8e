//! A message for a tree whose header names none.

use bt::{Behavior, bt};

struct Room;
struct Shot;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { Deaf(Room) = walk }

fn main() {
    Deaf::new().send(&mut Room, &Shot);
    bt!(walk).send(&mut Room, &3);
}
