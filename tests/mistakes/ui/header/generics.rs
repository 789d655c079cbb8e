//! Type parameters on trees.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot<T>(Room) = walk }

bt! { pub Open<T(Room) = walk }

bt! { pub Life<'a>(Room) { times: u32 } = repeat(times) < walk > }

bt! { pub Meant<Room> { times: u32 } = repeat(times) < walk > }

bt! { pub MeantAny<impl Send> = succeed }

bt! { pub Any<T: Send> = walk }

bt! { pub Late(Room)<T> = walk }

fn main() {}
