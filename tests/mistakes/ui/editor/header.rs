//! The header of a tree as it is typed.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub }

bt! { pub A }

bt! { pub B() }

bt! { pub C(Ro) }

bt! { pub D(Room) }

bt! { pub E(Room) { } }

bt! { pub F(Room) { times } }

bt! { pub G(Room) - }

bt! { pub H(Room) -> }

bt! { pub I(Room) -> Result }

bt! { pub J(Room) -> Result< }

bt! { pub K(Room) -> Result<u32> }

bt! { pub L(Room) = }

fn main() {}
