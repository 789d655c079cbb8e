//! Probabilities that are none.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { Above(Room) = probability(1.5) < walk > }
bt! { Below(Room) = probability(-0.5) < walk > }
bt! { Percent(Room) = probability(50) < walk > }
bt! { Text(Room) = probability("half") < walk > }
bt! { Missing(Room) = probability < walk > }

fn main() {}
