//! Leaves whose types would hide what Rust code uses without an import.

use bt::{Status, leaf};

struct Room;

#[leaf]
fn err(_: &mut Room) -> Status {
    Status::Failure
}

#[leaf]
fn r#box(_: &mut Room, _how_many: u32) {}

// These are found as ever.
fn boxed() -> Result<Box<u32>, ()> {
    Err(())
}

fn main() {
    let _ = boxed();
}
