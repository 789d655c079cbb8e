//! `Default` that is not there: with a parameter, not derived, and derived for a type without it.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

#[derive(Clone)]
struct Force;

bt! { Bot(Room) { times: u32 } = repeat(times) < walk > }

bt! {
    #[derive(Default)]
    Derived(Room) { force: Force } = walk
}

fn main() {
    Bot::default();
    Derived::default();
}
