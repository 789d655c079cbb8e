//! A message of another type, and a tree that takes none.

use bt::{Behavior, bt};

struct Room;

struct Shot;

struct Noise;

#[derive(Behavior, Default)]
#[behavior(context = Room, message = Shot)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}

    fn receive(&mut self, _: &mut Room, _: &Shot) {}
}

bt! { Duck(Room) on Shot = walk }
bt! { Stone(Room) = walk }

fn main() {
    Duck::new().send(&mut Room, &Noise);
    Stone::new().send(&mut Room, &Shot);
}
