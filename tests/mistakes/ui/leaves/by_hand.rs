//! Leaves by hand: without `run`, and with a `run` of another type.

use bt::{Behavior, Status, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

#[derive(Default)]
struct NoRun;

impl Behavior<Room> for NoRun {
    type Answer = Status;
}

#[derive(Default)]
struct WrongRun;

impl Behavior<Room> for WrongRun {
    type Answer = Status;

    fn run(&mut self, _: &mut Room) -> bool {
        true
    }
}

bt! { Bot(Room) = sequence < no_run, wrong_run, walk > }

fn main() {}
