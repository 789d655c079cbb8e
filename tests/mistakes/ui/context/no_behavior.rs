//! Types that are not behaviors.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

#[derive(Default)]
struct Chair;

bt! { Bot(Room) = sequence < walk, chair, String::new() > }

fn main() {}
