//! A probability that is no number.

use bt::{Random, bt};

bt! { Bot(impl Random) = sequence < probability(|_| true) < unchecked < succeed > >, probability("high".len()) < succeed > > }

fn main() {}
