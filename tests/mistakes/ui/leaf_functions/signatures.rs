//! Functions that cannot be leaves, and what to write in their place.

use bt::{Span, Status, bt, leaf};

struct Room;

#[leaf]
fn nothing() {}

#[leaf]
fn by_value(_: Room) {}

#[leaf]
async fn waits(_: &mut Room) {}

#[leaf]
unsafe fn dares(_: &mut Room) {}

#[leaf]
fn says(_: &mut Room, _words: &str) {}

#[leaf]
fn lists(_: &mut Room, _words: &[u32], _more: &dyn ToString) {}

#[leaf]
fn anything(_: &mut Room, _words: impl ToString) {}

#[leaf]
fn rests(_: &mut Room, _: &Span) {}

#[leaf]
fn rests_twice(_: &mut Room, _: &mut Span, _span: &mut Span) {}

bt! { Night(Room) = rests_twice }

impl Room {
    #[leaf]
    fn method(&mut self) -> Status {
        Status::Success
    }
}

#[leaf]
struct NoFunction;

#[leaf(context = Room)]
fn too_much(_: &mut Room) {}

// What uses them is not wrong.
bt! { Used(Room) = sequence < says("hello"), lists(&[1], 2), anything("hello") > }

fn main() {}
