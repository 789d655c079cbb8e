//! One misspelt node and one missing child; everything that is done with the tree is right.

use bt::{Behavior, Status, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    #[derive(Clone, Debug, Default)]
    pub Bot(Room) { times: u32, name: &'static str } = sequense < walk, inverter >
}

bt! { pub Outer(Room) = sequence < walk, bot(3, "door"), self::bot > }

fn main() {
    let mut bot = Bot::new(3, "door");
    let status: Status = bot.tick(&mut Room);
    let _: Status = Bot::default().tick(&mut Room);
    if bot.is_running() && status.is_running() {
        bot.abort(&mut Room);
    }
    bot.reset();
    Bot::lend(&mut bot, |bot| bot, |bot, _| bot.tick(&mut Room));
    println!("{}, {:?}", bot.active().count(), bot.clone());
    Outer::new().tick(&mut Room);
}
