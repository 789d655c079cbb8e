//! Functions beside a leaf that is public, and so does not say which context it is for.

use bt::{Behavior, bt};

pub struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
pub struct Public;

impl Public {
    fn run(&mut self, _: &mut Room) {}
}

fn trees() {
    let _ = bt!(sequence < public, action(|_| {}), condition(|_| true) >);
}

fn main() {}
