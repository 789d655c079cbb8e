//! Scores that do not match the children, or are none.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { Few(Room) = utility(|_| 1.0) < walk, walk > }
bt! { Number(Room) = utility(1.0) < walk > }
bt! { Text(Room) = utility(|_| "high") < walk > }
bt! { Childless(Room) = utility(|_| 1.0) }

fn main() {}
