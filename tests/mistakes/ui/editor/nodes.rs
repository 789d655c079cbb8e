//! The nodes of a tree as they are typed.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub A(Room) = seq }

bt! { pub B(Room) = sequence }

bt! { pub C(Room) = sequence < }

bt! { pub D(Room) = sequence < wal }

bt! { pub E(Room) = sequence < walk, }

bt! { pub F(Room) = sequence < walk, op }

bt! { pub G(Room) = sequence < walk, > }

bt! { pub H(Room) = sequence < walk, doors:: }

bt! { pub I(Room) = sequence < walk, door: }

bt! { pub J(Room) = sequence < walk, inverter > }

bt! { pub K(Room) = sequence < walk, inverter < } 

bt! { pub L(Room) = sequence < walk, chase::< }

fn main() {}
