//! Arguments as they are typed.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Push {
    force: u32,
    times: u32,
}

impl Push {
    fn new(force: u32, times: u32) -> Self {
        Push { force, times }
    }

    fn run(&mut self, _: &mut Room) {}
}

bt! { pub A(Room) = sequence < walk, repeat() }

bt! { pub B(Room) = sequence < walk, repeat() < walk > > }

bt! { pub C(Room) = sequence < walk, action() > }

bt! { pub D(Room) = sequence < walk, action(|) > }

bt! { pub E(Room) = sequence < walk, action(|room) > }

bt! { pub F(Room) = sequence < walk, action(|room|) > }

bt! { pub G(Room) = sequence < walk, action(|room| room.) > }

bt! { pub H(Room) = sequence < walk, action(Room::) > }

bt! { pub I(Room) = sequence < walk, push(1,) > }

bt! { pub J(Room) = sequence < walk, parallel(succ) < walk > > }

bt! { pub K(Room) = sequence < walk, parallel(success =) < walk > > }

fn main() {}
