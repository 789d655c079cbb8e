//! Arguments without a comma between them.

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
        walk(1 2),
        walk(a b, c d),
        walk("hello" "world"),
        weighted(1 2) < walk, walk >,
        parallel(success 1) < walk, walk >,
    >
}

fn main() {}
