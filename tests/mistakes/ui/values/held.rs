//! A leaf without a value, whose value is held, passed to functions and used as a key: one error each.

use bt::{Behavior, Status, bt, leaf};

struct Room;

#[leaf]
fn crow(_: &mut Room) -> bool {
    true
}

#[leaf]
fn eat(_: &mut Room, _food: u8) -> Status {
    Status::Running
}

bt! { Sub(Room) = wait(1.0) }

bt! {
    #[derive(Clone)]
    Held(Room) = sequence < crow -> food, wait(1.0), condition(|_| food > 3) >
}
bt! { Reactive(Room) = reactive_sequence < crow -> food, eat(food) > }
bt! { Pipeline(Room) = pipeline < crow -> food, timeout(2.0) < eat(food) >, wait(1.0) > }
bt! { Each(Room) = sequence < parallel < crow, crow > -> (food, _), wait(1.0), eat(food) > }
bt! { Key(Room) = sequence < crow -> food, keyed(|_| food) < wait(1.0) > > }
bt! { Matched(Room) = sequence < crow -> food, switch(|_| food) < 3 => wait(1.0), _ => running > > }
bt! { Unused(Room) = sequence < crow -> _food, wait(1.0) > }
bt! { UnusedOfOne(Room) = sequence < selector < find, crow > -> _food, wait(1.0) > }
bt! { UnusedPart(Room) = sequence < parallel < find, crow, crow > -> (food, _other, _), eat(food) > }
bt! { OfTree(Room) = sequence < sub -> food, wait(1.0), eat(food) > }

// A wrong use of a value is the one error of its tree.
#[leaf]
fn find(_: &mut Room) -> Option<u8> {
    None
}

bt! { Wrong(Room) = sequence < find -> food, wait(1.0), condition(|_| food == "corn") > }

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Caw;

impl Caw {
    fn run(&mut self, _: &mut Room) -> Status {
        Status::Running
    }
}

bt! { Derived(Room) = sequence < caw -> food, eat(food) > }

fn main() {}
