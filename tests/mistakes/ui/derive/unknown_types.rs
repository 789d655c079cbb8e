//! Misspelt names in an attribute.

use bt::{Behavior, Status};

struct Room;
struct Shot;

#[derive(Behavior)]
#[behavior(context = Rom)]
struct NoContext;

impl NoContext {
    fn run(&mut self, _: &mut Room) -> Status {
        Status::Success
    }
}

#[derive(Behavior)]
#[behavior(context = Room, error = DoorError)]
struct NoError;

impl NoError {
    fn run(&mut self, _: &mut Room) -> Status {
        Status::Success
    }
}

#[derive(Behavior)]
#[behavior(context = Room, message = Shoot)]
struct NoMessage;

impl NoMessage {
    fn run(&mut self, _: &mut Room) -> Status {
        Status::Running
    }

    fn receive(&mut self, _: &mut Room, _: &Shot) {}
}

#[derive(Behavior)]
#[behavior(context = Room, crate = nowhere)]
struct NoCrate;

impl NoCrate {
    fn run(&mut self, _: &mut Room) -> Status {
        Status::Success
    }
}

#[derive(Behavior)]
#[behavior(context = Room)]
enum NoVariant {
    NoContext(NoContext),
    Jump(Jump),
}

fn main() {}
