//! Values that are not times: a number, what a closure gives, a parameter.

use bt::{Behavior, bt};

struct Room {
    patience: &'static str,
}

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    Bot(Room) { rest: i64 } = sequence <
        wait(1 + 1),
        timeout(|room| room.patience) < walk >,
        delay(rest) < walk >,
        wait(std::time::Duration::from_secs(1)),
    >
}

fn main() {}
