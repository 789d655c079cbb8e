//! A tick that takes no time, in a tree for any context with a trait, whose leaf takes the rest of the time.

use bt::{Span, Status, bt, leaf};

trait Steps {}

struct Room;

impl Steps for Room {}

#[leaf]
fn walk(_: &mut impl Steps, _: &mut Span) -> Status {
    Status::Running
}

bt! { Walks(impl Steps) = walk }

fn main() {
    let _ = Walks::new().tick(&mut Room);
}
