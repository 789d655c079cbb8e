//! A `bt!` with nothing in it.

use bt::{Behavior, bt};

bt! {}

fn main() {}
