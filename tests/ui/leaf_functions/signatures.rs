//! Functions that cannot be leaves, and what to write in their place.

use bt::{Status, leaf};

struct Room;

#[leaf]
fn nothing() {}

#[leaf]
fn by_value(room: Room) {}

#[leaf]
async fn waits(room: &mut Room) {}

#[leaf]
unsafe fn dares(room: &mut Room) {}

#[leaf]
fn says(room: &mut Room, words: &str) {}

#[leaf]
fn lists(room: &mut Room, words: &[u32], more: &dyn ToString) {}

#[leaf]
fn anything(room: &mut Room, words: impl ToString) {}

impl Room {
    #[leaf]
    fn method(&mut self) -> Status {
        Status::Success
    }
}

#[leaf]
struct NoFunction;

#[leaf(context = Room)]
fn too_much(room: &mut Room) {}

fn main() {}
