//! What can be observed, and by what key.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { Leaf(Room) = observe(|_| -> u32 { 1 }) < walk > }
bt! { Sequence(Room) = observe(|_| -> u32 { 1 }) < sequence < walk, walk > > }
bt! { NoType(Room) = observe(|_| 1) < reactive_sequence < walk, walk > > }
bt! { NoKey(Room) = observe < reactive_sequence < walk, walk > > }
bt! { NoClosure(Room) = observe(3) < reactive_sequence < walk, walk > > }
bt! { NotEqual(Room) = observe(|_| -> Walk { Walk }) < reactive_sequence < walk, walk > > }
bt! { OtherType(Room) = observe(|_| -> u32 { true }) < reactive_sequence < walk, walk > > }

fn main() {}
