//! Misspelt decorators with one child, which could be decorators of the user, and one that is.

use bt::{Decorator, bt, leaf};

struct Room;

#[leaf]
fn walk(_: &mut Room) -> bool {
    true
}

#[derive(Default)]
struct Inverted;

impl Decorator<Room> for Inverted {}

bt! {
    Bot(Room) = sequence <
        repeat_until_fail < walk >,
        retri(3) < walk >,
        run_limits(3) < walk >,
        delays(1.0) < walk >,
        inverted < walk >,
    >
}

fn main() {}
