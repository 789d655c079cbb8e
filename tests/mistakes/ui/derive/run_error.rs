//! The attribute names the error that `run` returns.

use bt::{Behavior, Status};

struct Room;
struct DoorError;
struct WindowError;

#[derive(Behavior)]
#[behavior(context = Room)]
struct NotNamed;

impl NotNamed {
    fn run(&mut self, _: &mut Room) -> Result<Status, DoorError> {
        Err(DoorError)
    }
}

#[derive(Behavior)]
#[behavior(context = Room, error = WindowError)]
struct AnotherNamed;

impl AnotherNamed {
    fn run(&mut self, _: &mut Room) -> Result<(), DoorError> {
        Err(DoorError)
    }
}

fn main() {}
