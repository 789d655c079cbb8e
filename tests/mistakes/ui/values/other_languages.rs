//! Bindings, operators and conditions as other languages write them.

use bt::{bt, leaf};

struct Room {
    doors: u32,
}

struct Shot;

#[leaf]
fn find(room: &mut Room) -> Option<u32> {
    Some(room.doors)
}

#[leaf]
fn open(_: &mut Room, _door: u32) {}

bt! { As(Room) = sequence < find as door, open(door) > }

bt! { Assigned(Room) = sequence < door = find, open(door) > }

bt! { Let(Room) = sequence < let mut door = find, open(door) > }

bt! { And(Room) = open(1) && open(2) }

bt! { Or(Room) = open(1) || open(2) }

bt! { Condition(Room) = priority < room.doors > 1 => open(1), open(2) > }

bt! { Compared(Room) = condition(|room| room.doors > ) }

bt! { Named(room: Room) = open(1) }

bt! { Params(Room)(door: u32) = open(1) }

bt! { Message(Room) on &Shot = open(1) }

fn trees() {
    let door = 3;
    let _ = bt!((Room) = open(door));
}

fn main() {}
