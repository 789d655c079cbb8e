//! Leaves from functions, used wrongly in trees.

use bt::{Span, Status, bt, leaf};

struct Room;
struct Yard;

#[leaf]
fn walk(room: &mut Room, steps: u32) -> bool {
    true
}

#[leaf]
fn rest(room: &mut Room, span: &mut Span) -> Status {
    Status::Running
}

#[leaf]
fn dig(yard: &mut Yard) {}

bt! { NoArgument(Room) = walk }
bt! { TooMany(Room) = walk(1, 2) }
bt! { WrongType(Room) = walk("one") }
bt! { WrongContext(Room) = dig }
bt! { Rest(Room) = rest }

fn main() {
    Rest::new().tick(&mut Room);
}
