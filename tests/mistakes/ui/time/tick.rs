//! A tick that takes no time, in trees that keep time: in themselves, in a subtree, without a name.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { Rest(Room) = sequence < walk, wait(1.0) > }

bt! { Outer(Room) = inverter < rest > }

fn main() {
    Rest::new().tick(&mut Room);
    Outer::new().tick(&mut Room);
    bt!((Room) = wait(1.0)).tick(&mut Room);
    Rest::new().tick_for(1, &mut Room);
}
