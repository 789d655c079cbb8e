//! Values of composites and of their children; and claims about what they return.

use bt::{Composite, Next, PassesValue, Status, bt, leaf};

struct Room;

#[leaf]
fn number(_: &Room) -> Option<u32> {
    Some(1)
}

#[leaf]
fn letter(_: &Room) -> Option<char> {
    Some('a')
}

#[leaf]
fn take(_: &Room, _number: u32) {}

macro_rules! composite {
    ($name:ident $($returns:tt)*) => {
        #[derive(Composite, Default)]
        #[composite(context = Room $($returns)*)]
        struct $name;

        impl $name {
            fn first(&mut self, _: &mut Room, _: usize) -> Next {
                Next::Child(0)
            }

            fn after(&mut self, _: &mut Room, _: usize, ended: Status) -> Next {
                Next::End(ended)
            }
        }
    };
}

composite! { Passing }
composite! { Silent }
composite! { Optimist, returns(success) }
composite! { Endless, returns(running) }

impl PassesValue for Passing {}

bt! { Unpassed(Room) = sequence < silent < number, number > -> found, take(found) > }
bt! { Mixed(Room) = sequence < passing < number, letter > -> found, take(found) > }
bt! { Between(Room) = passing < number -> found, take(found) > }
bt! { NeverFails(Room) = selector < optimist < number, number >, number > }
bt! { NeverEnds(Room) = sequence < endless < number, number >, number > }

fn main() {}
