//! The sleep of a tree for any context with a trait depends on the context.

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
    let _ = Walks::new().sleep::<Room>();
    let _ = Walks::new().sleep();
}
