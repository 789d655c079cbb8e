//! Types of messages that are none, and a word too many.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

struct Shot;

bt! { pub NoType(Room) on = walk }
bt! { pub Two(Room) on Shot, Shot = walk }
bt! { pub NoSuch(Room) on Shoot = walk }

fn main() {}
