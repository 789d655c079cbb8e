//! A subtree that returns errors, in a tree without an error type.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

struct DoorError;

#[derive(Behavior, Default)]
#[behavior(context = Room, error = DoorError)]
struct Open;

impl Open {
    fn run(&mut self, _: &mut Room) -> Result<bool, DoorError> {
        Err(DoorError)
    }
}

bt! { Inner(Room) -> Result<DoorError> = sequence < walk, open > }

bt! { Outer(Room) = sequence < walk, inner > }

fn main() {}
