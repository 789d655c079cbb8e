//! Literals of the wrong kind.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    pub Bot(Room) = sequence <
        repeat("three") < walk >,
        retry(1.5) < walk >,
        repeat(0..3) < walk >,
        wait(0.5..1.5),
        guard(5) < walk >,
        condition("open"),
        action('c'),
    >
}

fn main() {}
