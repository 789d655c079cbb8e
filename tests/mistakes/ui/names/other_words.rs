//! What other libraries call our nodes.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    Bot(Room) = sequence <
        fallback < walk, walk >,
        not < walk, walk >,
        until_success < walk, walk >,
        repeat_forever < walk, walk >,
        parallel_any < walk, walk >,
        always_fail < walk, walk >,
        not < walk >,
        until_success < walk >,
        repeat_forever < walk >,
    >
}

fn main() {}
