//! A leaf needs a method `run`.

use bt::{Behavior, Status};

struct Room;
struct World<'a>(&'a Room);
trait Senses {}

#[derive(Behavior)]
#[behavior(context = Room)]
struct Walk;

#[derive(Behavior)]
#[behavior(context = World<'_>)]
struct Misspelt;

impl Misspelt {
    fn rum(&mut self, _: &mut World<'_>) -> Status {
        Status::Success
    }
}

#[derive(Behavior)]
#[behavior(context = Room)]
struct NoSelf<T>(T);

impl<T> NoSelf<T> {
    fn run(_: &mut Room) -> Status {
        Status::Success
    }
}

#[derive(Behavior)]
#[behavior(context = impl Senses)]
struct Anywhere;

// No second error comes of what uses them.
fn uses(room: &mut Room) -> bool {
    Walk.start(room);
    const { <Walk as Behavior<Room>>::CAN.run }
}

fn main() {}
