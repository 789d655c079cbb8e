//! A `receive` that is never called, and a subtree that messages cannot reach since they borrow.

use bt::{Behavior, Status, bt};

struct Shot;

struct Hit<'a>(&'a str);

#[derive(Behavior, Default)]
#[behavior(context = ())]
struct Unasked;

impl Unasked {
    fn run(&self, _: &mut ()) -> Status {
        Status::Running
    }

    fn receive(&self, _: &mut (), _: &Shot) {}
}

#[derive(Behavior, Default)]
#[behavior(context = (), message = Hit<'_>)]
struct Victim;

impl Victim {
    fn run(&self, _: &mut ()) -> Status {
        Status::Running
    }

    fn receive(&self, _: &mut (), _: &Hit<'_>) {}
}

bt! { Inner(()) = inverter < victim > }
bt! { Outer(()) on Hit<'_> = inverter < inner > }

fn main() {}
