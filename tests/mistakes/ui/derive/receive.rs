//! What `receive` takes and returns.

use bt::{Behavior, Receive, Status};

struct Room;
struct Cave;
struct Shot;
struct Noise;
trait Senses {}

macro_rules! leaf {
    ($context:ty, $name:ident { $($receive:item)* }) => {
        #[derive(Behavior)]
        #[behavior(context = $context, message = Shot)]
        struct $name;

        impl $name {
            $($receive)*

            fn run(&mut self, _: &mut $context) -> Status {
                Status::Running
            }
        }
    };
}

#[derive(Behavior)]
#[behavior(context = Room, message = Shot)]
struct Fly;

impl Fly {
    fn run(&mut self, _: &mut Room) -> Status {
        Status::Running
    }

    fn recieve(&mut self, _: &mut Room, _: &Shot) {}
}

#[derive(Behavior)]
#[behavior(context = impl Senses, message = str)]
struct FlyAnywhere<T>(T);

impl<T> FlyAnywhere<T> {
    fn run(&mut self, _: &mut impl Senses) -> Status {
        Status::Running
    }
}

leaf! {
    Room, Answers {
        fn receive(&mut self, _: &mut Room, _: &Shot) -> bool {
            true
        }
    }
}

leaf! {
    Room, Blind {
        fn receive(&mut self, _: &Shot) {}
    }
}

leaf! {
    Room, Elsewhere {
        fn receive(&mut self, _: &mut Cave, _: &Shot) {}
    }
}

leaf! {
    Room, Mishears {
        fn receive(&mut self, _: &mut Room, _: &Noise) {}
    }
}

leaf! {
    Room, Takes {
        fn receive(&mut self, _: &mut Room, _: Shot) {}
    }
}

leaf! {
    Room, Consumes {
        fn receive(self, _: &mut Room, _: &Shot) {}
    }
}

// No second error comes of what uses them.
fn uses(room: &mut Room) -> Status {
    Receive::receive(&mut Fly, room, &Shot)
}

fn main() {}
