//! A leaf that takes messages of another type than its tree.

use bt::{Behavior, Status, bt};

struct Room;

struct Shot;

struct Noise;

#[derive(Behavior, Default)]
#[behavior(context = Room, message = Noise)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) -> Status {
        Status::Running
    }

    fn receive(&mut self, _: &mut Room, _: &Noise) {}
}

bt! { Duck(Room) on Shot = sequence < walk, walk > }

fn main() {}
