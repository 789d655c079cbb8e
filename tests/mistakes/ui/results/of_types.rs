//! What the types of leaves and subtrees say that they return.

use bt::{Behavior, Status, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Patrol;

impl Patrol {
    fn run(&mut self, _: &mut Room) {}
}

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Flee;

impl Flee {
    fn run(&mut self, _: &mut Room) -> Status {
        Status::Running
    }
}

#[derive(Behavior, Default)]
#[behavior(context = Room, returns(failure, running))]
struct Search;

impl Search {
    fn run(&mut self, _: &mut Room) -> Status {
        Status::Failure
    }
}

bt! { Sentry(Room) = selector < patrol, flee > }
bt! { Round(Room) = sequence < patrol, flee, patrol > }
bt! { Lost(Room) = sequence < flee, retry(3) < search >, flee > }
bt! { Careful(Room) = sequence < patrol, patrol > }
bt! { Above(Room) = selector < careful, round > }
bt! { Until(Room) = repeat_until_failure < sequence < patrol, careful > > }

fn main() {}
