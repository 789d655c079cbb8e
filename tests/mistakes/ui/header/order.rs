//! Headers with their parts in a wrong place.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

struct Shot;

bt! { Visibility pub (Room) = walk }

bt! { Parameters(Room) radius: u32 = walk }

bt! { Message(Room) -> Result<u8> on Shot = walk }

bt! { Braces(Room) on Shot { radius: u32 } = walk }

bt! { Brackets[Room] = walk }

bt! { Bounds<T: Default>(T) = walk }

bt! { Colon: Room = walk }

bt! { Where(Room) where Room: Default = walk }

bt! { Contexts(Room)(Shot) = walk }

bt! { Private(Room): sequence < walk, walk > }

fn main() {}
