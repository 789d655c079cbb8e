//! Headers of unnamed trees with mistakes.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

fn trees() {
    let _ = bt!((Room) sequence < walk, walk >);
    let _ = bt!((Room, Room) = walk);
    let _ = bt!((Room) -> Status = walk);
    let _ = bt!(() = walk);
    let _ = bt!((Room) = );
}

fn main() {}
