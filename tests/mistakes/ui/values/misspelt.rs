//! Names in code that are typos of a value or a parameter.

use bt::{bt, leaf};

struct Room {
    doors: u32,
}

#[leaf]
fn find_prey(room: &mut Room) -> Option<u32> {
    Some(room.doors)
}

#[leaf]
fn eat(_: &mut Room, _prey: u32) {}

bt! {
    Hunt(Room) { radius: u32 } = sequence <
        find_prey -> prey,
        eat(pry),
        eat(prey + raduis),
        condition(|room| room.doors > pray),
        action(|room| { let pry = prey; room.doors = pry }),
        eat(|room| room.doors.max(pery)),
    >
}

fn main() {}
