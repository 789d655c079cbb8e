//! A derive next to an implementation by hand.

use bt::{Behavior, Composite, Decorator, Next, Status};

struct Room;

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

#[derive(Decorator, Default)]
#[decorator(context = Room)]
struct Lit;

impl Lit {
    fn before(&mut self, _: &mut Room) -> Option<Status> {
        None
    }
}

impl Decorator<Room> for Lit {}

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

fn main() {}
