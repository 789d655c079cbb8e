//! Nodes with one child that are not decorators: a leaf, and a decorator for another context.

use bt::{Behavior, Decorator, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct OpenDoor;

impl OpenDoor {
    fn run(&mut self, _: &mut Room) {}
}

struct Cave;

#[derive(Default)]
struct Patience;

impl Decorator<Cave> for Patience {}

bt! { Bot(Room) = sequence < open_door < walk >, patience < walk > > }

fn main() {}
