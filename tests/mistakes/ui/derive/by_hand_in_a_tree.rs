//! A derive next to an implementation by hand, in trees: a tree reports no more than without `live`.

use bt::{Behavior, Composite, Decorator, Next, Status, bt, leaf};

struct Room;

#[leaf]
fn ring(_: &mut Room) {}

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) -> bool {
        true
    }
}

impl Behavior<Room> for Walk {
    type Answer = Status;

    fn run(&mut self, _: &mut Room) -> Status {
        Status::Success
    }
}

bt! { Walks(Room) = sequence < walk, ring > }

#[derive(Decorator, Default)]
#[decorator(context = Room)]
struct Lit;

impl Lit {
    fn before(&mut self, _: &mut Room) -> Option<Status> {
        None
    }
}

impl Decorator<Room> for Lit {}

bt! { Rings(Room) = sequence < lit < ring >, ring > }

#[derive(Composite, Default)]
#[composite(context = Room)]
struct Both;

impl Both {
    fn first(&mut self, _: &mut Room, _: usize) -> Next {
        Next::Child(0)
    }

    fn after(&mut self, _: &mut Room, _: usize, ended: Status) -> Next {
        Next::End(ended)
    }
}

impl Composite<Room> for Both {
    fn first(&mut self, _: &mut Room, _: usize) -> Next {
        Next::Child(0)
    }

    fn after(&mut self, _: &mut Room, _: usize, ended: Status) -> Next {
        Next::End(ended)
    }
}

bt! { RingsTwice(Room) = both < ring, ring > }

fn main() {}
