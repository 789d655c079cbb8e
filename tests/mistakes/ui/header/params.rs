//! Parameters without a type, without a name, and given twice.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot(Room) { times } = walk }

bt! { pub Nothing(Room) { times: } = walk }

bt! { pub Number(Room) { 3: u32 } = walk }

bt! { pub Unknown(Room) { times: U32 } = walk }

bt! { pub Colons(Room) { times u32, force } = walk }

bt! { pub Borrowed(Room) { name: &str, other: Option<&u32>, kept: &'static str, call: fn(&Room) } = condition(|room| room.0 == name) }

bt! { pub Commas(Room) { times: u32 force: u32 } = walk }

bt! { pub Semicolons(Room) { times: u32; force: u32 } = walk }

fn main() {}
