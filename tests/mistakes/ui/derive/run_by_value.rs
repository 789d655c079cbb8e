//! Only a leaf that is `Copy` may take `self`.

use bt::Behavior;

struct Room;

#[derive(Behavior)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(self, _: &mut Room) {}
}

fn main() {}
