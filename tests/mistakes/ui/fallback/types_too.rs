//! A misspelt built-in, and what rustc finds in the leaves of the same tree.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

struct Cave;

#[derive(Behavior, Default)]
#[behavior(context = Cave)]
struct Climb;

impl Climb {
    fn run(&mut self, _: &mut Cave) {}
}

#[derive(Default)]
struct Chair;

bt! { pub Bot(Room) = sequense < walk, climb, chair, unheard_of, chair < walk > > }

fn main() {}
