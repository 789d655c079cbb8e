//! The answer of a tree with an error type is not a `Status`.

use bt::{Behavior, Status, bt};

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

bt! { Bot(Room) -> Result<DoorError> = sequence < walk, open > }

fn main() {
    let _: Status = Bot::new().tick(&mut Room);
    Bot::new().tick(&mut Room).is_running();
}
