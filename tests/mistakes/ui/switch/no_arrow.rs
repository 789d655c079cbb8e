//! Children of a `switch` without a pattern, and patterns elsewhere.

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

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct OpenDoor;

impl OpenDoor {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    pub Bot(Room) = sequence <
        switch(|room| &room.kind) < walk, _ => walk, open_door >,
        Kind::Small => walk,
        inverter < _ => walk >,
    >
}

fn main() {}
