//! One misspelt node; and the tree is used wrongly, which is reported, too.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot(Room) { times: u32 } = sequense < walk, walk > }

fn main() {
    let mut bot = Bot::new("three");
    bot.tick(&mut 3);
    bot.tock(&mut Room);
}
