//! Numbers that are too large for a float.

use bt::{bt, leaf};

struct Room;

#[leaf]
fn walk(_: &mut Room) -> bool {
    true
}

bt! { Weight(Room) = weighted(1e400, 1) < walk, walk > }
bt! { Negative(Room) = weighted(1, -1e400) < walk, walk > }
bt! { Probability(Room) = probability(1e400) < walk > }
bt! { Below(Room) = probability(-1e400) < walk > }

fn main() {}
