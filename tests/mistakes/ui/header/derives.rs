//! Derives: unknown, for a leaf that has not the trait, and with a stray token.

use bt::{Behavior, Status, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    #[derive(Sparkling)]
    Unknown(Room) = walk
}

bt! {
    #[derive(Clone)]
    NotClone(Room) = sequence < walk, turn >
}

bt! {
    #[derive(Debug; Clone)]
    Stray(Room) = walk
}

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Turn;

impl Turn {
    fn run(&mut self, _: &mut Room) -> Status {
        Status::Running
    }
}

fn main() {}
