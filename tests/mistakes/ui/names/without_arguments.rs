//! Leaves without the arguments that they take.

use bt::{Behavior, bt, leaf};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Wait;

impl Wait {
    fn run(&mut self, _: &mut Room) {}
}

#[leaf]
fn walk(_: &mut Room, _: u32, _: f32) {}

bt! { Bot(Room) = sequence < wait, self::wait, wait < self::wait > > }

bt! { Own(Room) = sequence < walk, walk(1, 2.0) > }

fn main() {}
