//! A variant that takes messages takes those of its enum; one that takes none ignores them.

use bt::{Behavior, Status};

struct Room;
struct Shot;
struct Noise;

macro_rules! leaf {
    ($name:ident, $message:ty) => {
        #[derive(Behavior)]
        #[behavior(context = Room, message = $message)]
        struct $name;

        impl $name {
            fn run(&mut self, _: &mut Room) -> Status {
                Status::Running
            }

            fn receive(&mut self, _: &mut Room, _: &$message) {}
        }
    };
}

leaf!(Fly, Shot);
leaf!(Sleep, Noise);

#[derive(Behavior)]
#[behavior(context = Room)]
struct Swim;

impl Swim {
    fn run(&mut self, _: &mut Room) -> Status {
        Status::Running
    }
}

#[derive(Behavior)]
#[behavior(context = Room, message = Shot)]
enum Duck {
    Fly(Fly),
    Sleep(Sleep),
    Swim(Swim),
}

fn main() {}
