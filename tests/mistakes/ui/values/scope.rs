//! Names that may be unset where they are used.

use bt::{bt, leaf};

struct Room;

#[leaf]
fn find_key(_: &mut Room) -> Option<u32> {
    Some(1)
}

#[leaf]
fn open(_: &mut Room, _key: u32) -> bool {
    true
}

#[leaf]
fn walk(_: &mut Room) {}

bt! { pub Selector(Room) = selector < find_key -> key, open(key) > }

bt! { pub Before(Room) = sequence < open(key), find_key -> key > }

bt! { pub Inside(Room) = sequence < selector < find_key -> key, walk >, open(key) > }

bt! { pub Parallel(Room) = parallel < find_key -> key, open(key) > }

bt! { pub Else(Room) = if_else < find_key -> key, walk, open(key) > }

bt! { pub Itself(Room) = sequence < open(key) -> key > }

bt! { pub Around(Room) = sequence < guard(|_| key > 1) < find_key > -> key, open(key) > }

bt! { pub Cleanup(Room) = finally < find_key -> key, open(key) > }

bt! { pub Switch(Room) = switch(|_| 1) < 1 => find_key -> key, _ => open(key) > }

bt! { pub Outside(Room) = sequence < timeout(1.0) < find_key -> key >, sequence < walk, open(key) > > }

bt! { pub Misspelt(Room) = sequence < find_key -> golden_key, open(goldn_key) > }

fn main() {}
