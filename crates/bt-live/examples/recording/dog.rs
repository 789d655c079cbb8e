//! The source that the recording edits.

use bt::{Status, bt, leaf};

/// The context: what the leaves read and change.
pub struct Yard {
    /// How far away the cat is, in metres.
    pub cat: Option<u32>,
    pub news: &'static str,
}

bt! {
    pub Dog(Yard) = priority <
        |yard| yard.cat.is_some() => hunt: timeout(9.0) < chase >,
        forever < sequence < patrol, nap: wait(2.5) > >,
    >
}

#[leaf]
fn chase(yard: &mut Yard) -> Status {
    yard.cat = yard.cat.and_then(|metres| metres.checked_sub(2));
    yard.news = if yard.cat.is_some() { "Woof!" } else { "The cat is gone." };
    if yard.cat.is_some() { Status::Running } else { Status::Success }
}

#[leaf]
fn patrol(yard: &mut Yard) {
    yard.news = "All quiet.";
}

/// No tree uses this leaf until the recording adds it.
#[leaf]
fn dig(yard: &mut Yard) {
    yard.news = "A bone!";
}
