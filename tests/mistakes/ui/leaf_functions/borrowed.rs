//! Values that borrow.

use std::borrow::Cow;

use bt::{Behavior, bt, leaf};

struct Room {
    food: [u8; 3],
}

#[leaf]
fn first(room: &mut Room) -> Option<&u8> {
    room.food.first()
}

#[leaf]
fn last<'a>(room: &'a mut Room) -> Option<&'a u8> {
    room.food.last()
}

#[leaf]
fn name(_: &Room) -> Option<Cow<'_, str>> {
    None
}

#[derive(Behavior, Default)]
#[behavior(context = Room, value = &u8)]
struct Middle;

impl Middle {
    fn run<'a>(&self, room: &'a Room) -> Option<&'a u8> {
        room.food.get(1)
    }
}

// These do not.
#[leaf]
fn kind(_: &Room) -> Option<&'static str> {
    None
}

#[leaf]
fn taste(_: &Room) -> Option<Box<dyn Fn(&Room) -> &u8 + Send + Sync>> {
    None
}

#[leaf]
fn smell(_: &Room) -> Option<for<'a> fn(&'a Room) -> &'a u8> {
    None
}

bt! { Bot(Room) = sequence < first, last, name, middle, kind, taste, smell > }

fn main() {}
