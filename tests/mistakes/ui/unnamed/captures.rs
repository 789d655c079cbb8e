//! Functions of a tree capture nothing.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

fn trees(limit: u32) {
    let _ = bt!((Room) = sequence < repeat(limit) < walk >, condition(|_| limit > 3) >);
    let _ = bt!((Room) { limit: u32 } = repeat(limit) < walk >);
    drop(limit);
}

fn main() {}
