//! Messages are not there yet.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

struct Shot;

bt! { pub Duck(Room) on Shot = walk }

bt! { pub Both(Room) { times: u32 } on Shot -> Result<u32> = sequense < walk > }

fn main() {}
