//! A `bt!` with nothing in it.

use bt::bt;

bt! {}

fn main() {}
