//! A range where two times are expected.

use bt::bt;

bt! { Bot(()) = sequence < wait_between(0.5..1.5), wait_between(1.0..=2.0), wait_between(0.5) > }

fn main() {}
