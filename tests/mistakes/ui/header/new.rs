//! Wrong arguments to `new`.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { Bot(Room) { times: u32 } = repeat(times) < walk > }

fn main() {
    Bot::new("three");
    Bot::new();
    Bot::new(1, 2);
}
