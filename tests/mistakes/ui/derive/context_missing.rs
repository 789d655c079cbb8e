//! A behavior says what its context is.

use bt::Behavior;

struct Room;
struct DoorError;

#[derive(Behavior)]
struct NoAttribute;

impl NoAttribute {
    fn run(&mut self, _: &mut Room) {}
}

#[derive(Behavior)]
#[behavior(error = DoorError)]
struct OnlyAnError;

#[derive(Behavior)]
enum NoContext {
    One(NoAttribute),
}

#[derive(Behavior)]
#[behavior]
struct NoList;

#[derive(Behavior)]
#[behavior = "Room"]
struct AValue;

#[derive(Behavior)]
#[behavior(Room)]
struct OnlyAType;

#[derive(Behavior)]
#[behavior(context Room)]
struct NoSign;

// No second error comes of what uses them.
fn uses(room: &mut Room) {
    NoAttribute.start(room);
    NoList.start(room);
    OnlyAType.start(room);
}

fn main() {}
