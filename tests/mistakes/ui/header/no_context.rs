//! Trees without a context.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Bot = sequence < walk, walk > }

bt! { pub Params { times: u32 } = repeat(times) < walk > }

bt! { Private = walk }

bt! { pub Nothing sequence < walk, walk > }

fn main() {}
