//! The child after a pattern uses its names, but the closure does not declare its type.

use bt::{Behavior, bt};

enum Kind {
    Small,
    Large,
    Huge,
}

struct Room {
    kind: Kind,
    size: u32,
}

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    Bot(Room) = sequence <
        switch(|room| room.size) < size if size > 3 => repeat(size) < walk >, _ => walk >,
        walk,
    >
}

fn main() {}
