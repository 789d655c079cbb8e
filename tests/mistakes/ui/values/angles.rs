//! Types in angle brackets after built-in nodes.

use bt::{bt, leaf};

struct Room {
    doors: u32,
}

#[leaf]
fn open(_: &mut Room, _door: u32) {}

bt! { Plain(Room) = for_each<u32>(|room, i| room.doors.checked_sub(i as u32)) -> door < open(door) > }

bt! { Turbofish(Room) = for_each::<u32>(|room, i| room.doors.checked_sub(i as u32)) -> door < open(door) > }

bt! { Keyed(Room) = keyed::<u32>(|room| -> u32 { room.doors }) < open(3) > }

bt! { Late(Room) = repeat < open(3) > (3) }

bt! { Written(Room) = for_each(|room, i| room.doors.checked_sub(i as u32)) -> door: u32 < open(door) > }

fn main() {}
