//! A decorator of one's own with no child and with two.

use bt::{Behavior, Decorator, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

#[derive(Default)]
struct Patience;

impl Decorator<Room> for Patience {}

bt! { Two(Room) = patience < walk, walk > }

bt! { None(Room) = sequence < walk, patience > }

fn main() {}
