//! Leaves for another context.

use bt::{Behavior, bt};

struct Room;

struct Cave;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

#[derive(Behavior, Default)]
#[behavior(context = Cave)]
struct Climb;

impl Climb {
    fn run(&mut self, _: &mut Cave) {}
}

bt! { Bot(Room) = sequence < walk, climb, inverter < climb > > }

fn main() {}
