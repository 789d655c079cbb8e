//! Patterns and guards of the wrong type.

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
        switch(|room| room.size) < "small" => walk, _ => walk >,
        switch(|room| room.size) < size if size => walk, _ => walk >,
        switch(|room| &room.kind) < Kind::Smal => walk, _ => walk >,
        switch(|room| room.weight) < 0 => walk, _ => walk >,
    >
}

fn main() {}
