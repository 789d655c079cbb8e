//! A `receive` that is never called, and a subtree that messages cannot reach since they borrow.

use bt::{Behavior, Receive, Status, bt};

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

#[derive(Default)]
struct ByHand;

impl Behavior<()> for ByHand {
    type Answer = Status;
    const MUST_HEAR: bool = true;

    fn run(&mut self, _: &mut ()) -> Status {
        Status::Running
    }
}

impl Receive<(), Shot> for ByHand {
    fn receive(&mut self, _: &mut (), _: &Shot) -> Status {
        Status::Running
    }
}

bt! { Inner(()) = inverter < victim > }
bt! { Outer(()) on Hit<'_> = inverter < inner > }

bt! { InnerByHand(()) = inverter < by_hand > }
bt! { NamedByHand(()) on Shot = inverter < by_hand > }
bt! { OuterByHand(()) on Shot = sequence < inner_by_hand, inverter < named_by_hand > > }
bt! { OtherMessage(()) on Shot = inverter < inner > }

fn main() {}
