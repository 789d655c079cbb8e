//! Keys of `keyed` that are none, and its children.

use bt::{Behavior, bt};

struct Room {
    name: String,
}

struct Mood;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { NoKey(Room) = keyed < walk > }
bt! { NoType(Room) = keyed(|room| room.name.len()) < walk > }
bt! { NoClosure(Room) = keyed(3) < walk > }
bt! { Borrowed(Room) = keyed(|room| -> &str { &room.name }) < walk > }
bt! { Childless(Room) = keyed(|_| -> u32 { 1 }) }
bt! { Several(Room) = keyed(|_| -> u32 { 1 }) < walk, walk > }
bt! { Two(Room) = keyed(|_| -> u32 { 1 }, |_| -> u32 { 2 }) < walk > }
bt! { NotEqual(Room) = keyed(|_| -> Mood { Mood }) < walk > }
bt! { OtherType(Room) = keyed(|_| -> u32 { true }) < walk > }
bt! { Text(Room) = keyed(|room| -> String { room.name.clone() }) < walk > }

fn main() {}
