//! A leaf by hand that answers what is no answer.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

#[derive(Default)]
struct Count;

impl Behavior<Room> for Count {
    type Answer = u32;

    fn run(&mut self, _: &mut Room) -> u32 {
        3
    }
}

fn main() {}
