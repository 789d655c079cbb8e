//! Actions that return something that is not an answer, or take the wrong thing.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

fn alone() {}

fn of_cave(_: &mut Cave) {}

struct Cave;

bt! {
    Bot(Room) = sequence <
        action(|_| 5),
        action(|_, _, _| {}),
        action(alone),
        action(of_cave),
        action(Room::missing),
        walk,
    >
}

fn main() {}
