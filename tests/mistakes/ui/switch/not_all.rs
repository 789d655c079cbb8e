//! Arms that do not cover all values.

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
    Bot(Room) = sequence <
        switch(|room| &room.kind) <
            Kind::Small => walk,
            Kind::Large => open_door,
        >,
        reactive_switch(|room| room.size) < 0 => walk, 1..=9 => open_door >,
    >
}

fn main() {}
