//! The errors of variants pass through their enum.

use bt::{Behavior, Status};

struct Room;
struct DoorError;
struct WindowError;

#[derive(Behavior)]
#[behavior(context = Room, error = DoorError)]
struct Open;

impl Open {
    fn run(&mut self, _: &mut Room) -> Result<Status, DoorError> {
        Err(DoorError)
    }
}

#[derive(Behavior)]
#[behavior(context = Room)]
enum NotNamed {
    Open(Open),
}

#[derive(Behavior)]
#[behavior(context = Room, error = WindowError)]
enum AnotherNamed {
    Open(Open),
}

fn main() {}
