//! Conditions with too few and too many children.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    pub Bot(Room) = sequence <
        if_else < walk >,
        if_else < walk, walk, walk, walk >,
        if_else,
        reactive_if_else(|_| true) < walk, walk, walk >,
        if_else(|_| true),
        if_else(|_| true) < walk, walk, walk >,
        if_else(true) < walk >,
        if_else(|_| true, |_| false) < walk, walk >,
        if_else(walk, walk),
    >
}

fn main() {}
