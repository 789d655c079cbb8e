//! Two mistakes in an expression, and one in another.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

fn trees() {
    let _ = bt!(sequense < walk, inverter >);
    let _ = bt!((Room) = sequence < opn_door, retry < walk > >);
    let _ = bt!(sequence);
    let _ = bt!();
    let _ = bt!(walk walk);
}

fn main() {}
