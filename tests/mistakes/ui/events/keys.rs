//! Keys that cannot be kept or compared.

use bt::{Behavior, bt};

struct Room {
    name: String,
}

#[derive(Clone, Copy)]
struct Mood;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { Text(Room) = observe(|room| -> String { room.name.clone() }) < reactive_selector < walk > > }

bt! { Mute(Room) = observe(|_| -> Mood { Mood }) < reactive_selector < walk > > }

bt! { Borrowed(Room) = observe(|room| -> &str { &room.name }) < reactive_selector < walk > > }

bt! { Kept(Room) = observe(|_| -> Option<&'static str> { None }) < reactive_selector < walk > > }

fn main() {}
