//! Leaves with mistakes, in trees that use everything that is known of them: nothing is said at the trees.

use bt::{Request, bt, leaf};

struct Room;

#[leaf]
fn ok(_: &mut Room) {}

#[leaf]
fn send(_: &mut Room, _times: u32) {}

#[leaf]
#[derive(Clone, PartialEq)]
fn scan(_: &mut Room, _place: u32) -> Request<Option<u32>> {
    todo!()
}

#[leaf]
fn take(_: &mut Room, _number: u32) {}

bt! { Names(Room) = sequence < ok, send(3), ok > }

bt! { #[derive(PartialEq)] Derived(Room) = sequence < scan(1), wait(1.0) > }

bt! { Values(Room) = sequence < scan(1) -> number, take(number) > }

fn succeed() -> Result<u32, u32> {
    Ok(3)
}

fn main() {
    succeed().ok();
}
