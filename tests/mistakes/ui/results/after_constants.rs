//! Children that come after what always ends its parent.

use bt::{Behavior, Status, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) -> Status {
        Status::Running
    }
}

bt! { Careless(Room) = selector < succeed, walk > }
bt! { Hopeless(Room) = sequence < walk, fail, walk > }
bt! { Endless(Room) = sequence < forever < walk >, running, walk > }
bt! { Again(Room) = reactive_sequence < repeat_until_failure < walk >, reactive_selector < running, walk > > }
bt! { Decided(Room) = if_else < inverter < fail >, walk, walk > }
bt! { Labelled(Room) = selector < idle: forever < succeed >, flee: sequence < walk, walk > > }

fn main() {}
