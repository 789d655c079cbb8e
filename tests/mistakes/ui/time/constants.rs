//! A constant time is evaluated in a `const` item: each mistake in it is one error, at the time.

use std::time::Duration;

use bt::bt;

const COUNT: u32 = 3;
const WORD: &str = "long";
const SECONDS: f64 = 2.0;

struct Later;
const LATER: Later = Later;

bt! { Whole(()) = sequence < wait(COUNT), timeout(WORD) < delay(LATER) < wait(0.1) > > > }

bt! { Unknown(()) = cooldown(MISSING) < every(Duration::NEVER, |_| ()) < wait(COUNT * 2) > > }

bt! { OutOfRange(()) = wait(Duration::from_secs(2) / 0) }

bt! { Mixed(()) = wait(SECONDS / 4) }

fn main() {}
