//! Headers with one mistake each; everything that is done with the trees is right.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub NoContext = sequence < walk, walk > }

bt! { pub NoEquals(Room) sequence < walk, walk > }

bt! { pub Wrong(Room) -> Status = sequence < walk, walk > }

bt! { pub Nothing(Room) = }

bt! { pub Typed(Ro) = walk }

fn main() {
    let mut room = Room;
    NoContext::new().tick(&mut room);
    NoEquals::new().tick(&mut room);
    Wrong::new().tick(&mut room);
    Nothing::new().tick(&mut room);
    Typed::default().abort(&mut room);
}
