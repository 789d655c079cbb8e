//! A leaf for one context in a tree for many.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

trait Senses {}

bt! { pub Bot(impl Senses) = sequence < walk, action(|senses| senses.look()) > }

fn main() {}
