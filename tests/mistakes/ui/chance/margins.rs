//! Margins that are none, and scores without a number of children.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { Text(Room) = reactive_utility(1.0, margin = "much") < walk > }
bt! { Truth(Room) = reactive_utility(1.0, margin = true) < walk > }
bt! { Nothing(Room) = reactive_utility(1.0, margin = ) < walk > }
bt! { Unknown(Room) = reactive_utility(1.0, margins = 0.5) < walk > }
bt! { First(Room) = reactive_utility(margin = 0.5, 1.0) < walk > }
bt! { Twice(Room) = reactive_utility(1.0, margin = 0.5, margin = 0.5) < walk > }
bt! { Few(Room) = reactive_utility(1.0, margin = 0.5) < walk, walk > }
bt! { Elsewhere(Room) = utility(1.0, margin = 0.5) < walk > }
bt! { Value(Room) = reactive_utility(1.0, 2.0, margin = Some(0.5)) < walk, walk > }
bt! { Function(Room) = reactive_utility(1.0, 2.0, margin = |_| "much") < walk, walk > }

fn main() {}
