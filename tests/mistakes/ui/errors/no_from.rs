//! Errors that do not convert into that of the tree.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

struct DoorError;
struct BotError;

#[derive(Behavior, Default)]
#[behavior(context = Room, error = DoorError)]
struct Open;

impl Open {
    fn run(&mut self, _: &mut Room) -> Result<bool, DoorError> {
        Err(DoorError)
    }
}

fn push(_: &mut Room) -> Result<(), DoorError> {
    Err(DoorError)
}

bt! { Bot(Room) -> Result<BotError> = sequence < walk, open, action(push) > }

fn main() {}
