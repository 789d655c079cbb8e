//! `run` returns `Status`, `bool`, `()`, or a `Result` of one of them.

use bt::{Behavior, Status};

struct Room;
struct DoorError;

#[derive(Behavior)]
#[behavior(context = Room)]
struct Number;

impl Number {
    fn run(&mut self, _: &mut Room) -> u32 {
        0
    }
}

#[derive(Behavior)]
#[behavior(context = Room)]
struct Perhaps;

impl Perhaps {
    fn run(&mut self, _: &mut Room) -> Option<Status> {
        None
    }
}

#[derive(Behavior)]
#[behavior(context = Room, error = DoorError)]
struct NumberOrError;

impl NumberOrError {
    fn run(&mut self, _: &mut Room) -> Result<u32, DoorError> {
        Err(DoorError)
    }
}

#[derive(Behavior)]
#[behavior(context = Room)]
struct Later;

impl Later {
    async fn run(&mut self, _: &mut Room) -> bool {
        true
    }
}

fn main() {}
