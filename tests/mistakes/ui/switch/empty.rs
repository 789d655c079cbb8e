//! A `switch` without an argument, without arms, without a pattern, and without a node.

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
    pub Bot(Room) = sequence <
        switch < Kind::Small => walk, _ => walk >,
        switch(|room| room.size),
        switch(|room| room.size) < >,
        switch(|room| room.size) < => walk, _ => walk >,
        switch(|room| room.size) < 0 => , _ => walk >,
        switch(3) < _ => walk >,
    >
}

fn main() {}
