//! Names that are taken, and too many or too few of them.

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

bt! { pub Shadows(Room) = sequence < find_key -> key, find_key -> key, open(key) > }

bt! { pub Param(Room) { key: u32 } = sequence < find_key -> key, open(key) > }

bt! { pub Tuple(Room) = sequence < find_key -> (key, other), open(key) > }

bt! { pub One(Room) = sequence < parallel < find_key, find_key > -> key, open(key) > }

bt! { pub Few(Room) = sequence < parallel < find_key, find_key, find_key > -> (key, _), open(key) > }

bt! { pub Twice(Room) = sequence < parallel < find_key, find_key > -> (key, key), open(key) > }

bt! { pub Any(Room) = sequence < parallel(success = any) < find_key, find_key > -> (key, other), open(key + other) > }

bt! { pub Changed(Room) = sequence < find_key -> key, action(|_| key += 1) > }

bt! { pub Keyword(Room) = sequence < find_key -> type, open(1) > }

bt! { pub Underscore(Room) = sequence < find_key -> _, open(1) > }

bt! { pub Nothing(Room) = sequence < find_key ->, open(1) > }

bt! { pub Number(Room) = sequence < find_key -> 3, open(1) > }

bt! { pub Type(Room) = sequence < find_key -> key: , open(key) > }

bt! { pub Borrowed(Room) = sequence < action(|_| Some("a")) -> key: &str, open(key) > }

bt! { pub Item(Room) = for_each(|_, i| (i < 3).then_some(i)) -> item < open(item as u32) > }

bt! { pub Late(Room) = for_each(|_, i| -> Option<usize> { Some(i) }) < open(1) > -> item }

bt! { pub Error(Room) -> Result<Option<u32>> = find_key }

fn main() {}
