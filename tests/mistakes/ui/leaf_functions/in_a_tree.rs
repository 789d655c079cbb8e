//! Leaves from functions, used wrongly in trees.

use bt::{Span, Status, bt, leaf};

struct Room;
struct Yard;

#[leaf]
fn walk(_: &mut Room, _steps: u32) -> bool {
    true
}

#[leaf]
fn rest(_: &mut Room, _: &mut Span) -> Status {
    Status::Running
}

#[leaf]
fn dig(_: &mut Yard) {}

bt! { NoArgument(Room) = walk }
bt! { TooMany(Room) = walk(1, 2) }
bt! { WrongType(Room) = walk("one") }
bt! { WrongContext(Room) = dig }
bt! { Resting(Room) = rest }

fn main() {
    Resting::new().tick(&mut Room);
}
