//! Nodes without a value, and values of the wrong type.

use bt::{Behavior, Decorator, Status, bt, leaf};

struct Room;

#[leaf]
fn find_key(_: &mut Room) -> Option<u32> {
    Some(1)
}

#[leaf]
fn find_name(_: &mut Room) -> Option<String> {
    None
}

#[leaf]
fn open(_: &mut Room, _key: u32) -> bool {
    true
}

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) -> Status {
        Status::Success
    }
}

#[derive(Decorator, Default)]
#[decorator(context = Room)]
struct Calm;

bt! { pub Inverter(Room) = sequence < inverter < find_key > -> key, open(key) > }

bt! { pub Last(Room) = sequence < sequence < find_key, wait_until(|_| true) > -> key, open(key) > }

bt! { pub Leaf(Room) = sequence < walk -> key, open(key) > }

bt! { pub Condition(Room) = sequence < condition(|_| true) -> key, open(key) > }

bt! { pub Kinds(Room) = sequence < selector < find_key, find_name > -> key, open(key) > }

bt! { pub Argument(Room) = sequence < find_name -> name, open(name) > }

bt! { pub Untyped(Room) = sequence < action(|_| Some(3)) -> key, open(key) > }

bt! { pub Typed(Room) = sequence < action(|_| Some("3")) -> key: u32, open(key) > }

bt! { pub Given(Room) = sequence < succeed -> key, open(key) > }

bt! { pub Decorated(Room) = sequence < calm < find_key > -> key, open(key) > }

bt! { pub Header(Room) -> Option<u32> = sequence < find_key, walk > }

bt! { pub Wrong(Room) -> Option<u32> = find_name }

bt! { pub Wait(Room) -> Option<u32> = sequence < find_key, wait(1.0) > }

fn main() {}
