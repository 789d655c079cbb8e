//! Times and functions of nodes with clocks.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { Cooldown(Room) = cooldown(2) < walk > }
bt! { Every(Room) = every(0.5) < walk > }
bt! { Function(Room) = every(0.5, 3) < walk > }
bt! { Between(Room) = wait_between(1.0) }
bt! { Tick(Room) = cooldown(1.0) < walk > }

fn tick() {
    Tick::new().tick(&mut Room);
}

fn main() {}
