//! A probability that is not a number.

use bt::{Random, bt};

bt! { Bot(impl Random) = sequence < probability(|_| true) < unchecked < succeed > >, probability("high".len()) < succeed > > }

fn main() {}
