//! Traits as a context: without `dyn` or `impl` they are none.

use bt::bt;

trait Senses {}

bt! { Object(dyn Senses) = succeed }
bt! { Sent(dyn Senses + Send) = succeed }
bt! { Sum(Senses + Send) = succeed }

fn main() {}
