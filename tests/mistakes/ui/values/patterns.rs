//! Names in the patterns of a `switch`.

use bt::{bt, leaf};

#[derive(Clone)]
pub enum Found {
    Nothing,
    Key(u32),
    Card { number: u32 },
}

pub struct Sealed(u32);

struct Room {
    found: Found,
}

#[leaf]
fn find_key(_: &mut Room) -> Option<u32> {
    Some(1)
}

#[leaf]
fn open(_: &mut Room, _key: u32) -> bool {
    true
}

#[leaf]
fn call(_: &mut Room, _name: String) -> bool {
    true
}

bt! { pub NoType(Room) = switch(|room| room.found.clone()) < Found::Key(key) => open(key), _ => fail > }

bt! { pub OtherArm(Room) = switch(|room| -> Found { room.found.clone() }) < Found::Key(key) => open(key), _ => open(key) > }

bt! { pub Behind(Room) = sequence < switch(|room| -> Found { room.found.clone() }) < Found::Key(key) => open(key), _ => fail >, open(key) > }

bt! { pub Taken(Room) = sequence < find_key -> key, switch(|room| -> Found { room.found.clone() }) < Found::Key(key) => open(key), _ => fail > > }

bt! { pub TakenByParam(Room) { key: u32 } = switch(|room| -> Found { room.found.clone() }) < Found::Key(key) => open(key), _ => fail > }

bt! { pub Within(Room) = switch(|room| -> Found { room.found.clone() }) < Found::Key(key) => sequence < find_key -> key, open(key) >, _ => fail > }

bt! { pub Misspelt(Room) = switch(|room| -> Found { room.found.clone() }) < Found::Card { number } => open(numbr), _ => fail > }

bt! { pub WrongType(Room) = switch(|room| -> Found { room.found.clone() }) < Found::Key(key) => call(key), _ => fail > }

bt! { pub NoClone(Room) = switch(|_| -> Sealed { Sealed(1) }) < Sealed(key) => open(key) > }

bt! { pub Missing(Room) = reactive_switch(|room| -> Found { room.found.clone() }) < Found::Key(key) => open(key), Found::Nothing => fail > }

bt! { pub HalfTyped(Room) = sequence < find_key -> golden_key, open(gold) > }

bt! { pub Key(Room) = switch(|room| -> Found { room.found.clone() }) < Found::Key(key) => keyed(|_| key) < open(key) >, _ => fail > }

fn main() {
    let _ = Found::Card { number: 1 };
}
