//! What a tree returns: not `Result`, with two types, with none, and no type.

use bt::{Behavior, bt};

struct Room;

struct DoorError;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Plain(Room) -> Status = walk }

bt! { pub Two(Room) -> Result<Status, DoorError> = walk }

bt! { pub Other(Room) -> Option<DoorError> = walk }

bt! { pub None(Room) -> Result = walk }

bt! { pub Nothing(Room) -> = walk }

bt! { pub Unknown(Room) -> Result<DoorEror> = walk }

fn main() {}
