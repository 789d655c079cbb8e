//! What a leaf says that it returns.

use bt::{Behavior, Status};

struct Room;

#[derive(Behavior)]
#[behavior(context = Room, returns)]
struct Nothing;

#[derive(Behavior)]
#[behavior(context = Room, returns())]
struct Empty;

#[derive(Behavior)]
#[behavior(context = Room, returns(success, failed))]
struct Unknown;

#[derive(Behavior)]
#[behavior(context = Room, returns = success)]
struct Equals;

#[derive(Behavior)]
#[behavior(context = Room, returns(success, success))]
struct Twice;

#[derive(Behavior)]
#[behavior(context = Room, returns(success), returns(failure))]
struct Again;

#[derive(Behavior)]
#[behavior(context = Room, returns(success))]
enum Choice {
    Walk(Walk),
}

#[derive(Behavior)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) -> Status {
        Status::Running
    }
}

fn main() {}
