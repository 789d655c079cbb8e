//! Scores that do not match the children, or are none.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

fn name(_: &Room) -> &str {
    "high"
}

bt! { Few(Room) = utility(|_| 1.0) < walk, walk > }
bt! { Literal(Room) = utility("high") < walk > }
bt! { Truth(Room) = utility(1.0, true) < walk, walk > }
bt! { Value(Room) = utility(Some(1.0)) < walk > }
bt! { Function(Room) = utility(name) < walk > }
bt! { Text(Room) = utility(|_| "high") < walk > }
bt! { Childless(Room) = utility(|_| 1.0) }

fn main() {}
