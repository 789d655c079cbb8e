//! Code and operators of other languages between nodes.

use bt::{bt, leaf};

struct Room {
    doors: u32,
}

mod doors {
    use super::{Room, leaf};

    #[leaf]
    pub fn knock(_: &mut Room) {}
}

#[leaf]
fn find(room: &mut Room) -> Option<u32> {
    Some(room.doors)
}

#[leaf]
fn open(_: &mut Room, _door: u32) {}

#[leaf]
fn and(_: &mut Room) {}

bt! { Both(Room) = sequence < open(1) and open(2), opne(3) > }

bt! { Either(Room) = selector < find or open(2), running > }

bt! { NoComma(Room) = sequence < open(1) and, open(2) > }

bt! { Method(Room) = sequence < room.ring(), opne(3) > }

bt! { Dot(Room) = sequence < doors.knock, doors::knock > }

bt! { Arrow(Room) = sequence < find => door, open(door) > }

bt! { At(Room) = sequence < door @ find, open(3) > }

bt! { Arm(Room) = sequence < 0 => open(1), open(3) > }

bt! { fn door_bot(room: &mut Room) -> Status { open(1) } }

fn main() {}
