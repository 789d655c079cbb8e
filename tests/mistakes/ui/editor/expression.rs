//! Unnamed trees as they are typed.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

fn trees() {
    let _ = bt!(seq);
    let _ = bt!(sequence <);
    let _ = bt!(sequence < walk, op);
    let _ = bt!((Ro));
    let _ = bt!((Room) =);
    let _ = bt!((Room) = sequence < walk);
}

fn main() {}
