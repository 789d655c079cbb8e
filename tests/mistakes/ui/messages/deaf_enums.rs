//! Enums in which messages that borrow reach no leaf, since their attributes or headers do not name them.

use bt::{Behavior, Receive, Status, bt};

struct Shot;

struct Hit<'a>(&'a str);

struct World<'a>(&'a str);

#[derive(Behavior, Default)]
#[behavior(context = (), message = Hit<'_>)]
struct Victim;

impl Victim {
    fn run(&self, _: &mut ()) -> Status {
        Status::Running
    }

    fn receive(&self, _: &mut (), _: &Hit<'_>) {}
}

#[derive(Behavior)]
#[behavior(context = World<'_>, message = str)]
struct Listener;

impl Listener {
    fn run(&self, _: &mut World<'_>) -> Status {
        Status::Running
    }

    fn receive(&self, _: &mut World<'_>, _: &str) {}
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

impl Receive<(), Hit<'_>> for ByHand {
    fn receive(&mut self, _: &mut (), _: &Hit<'_>) -> Status {
        Status::Running
    }
}

bt! { Inner(()) = inverter < victim > }
bt! { Named(()) on Hit<'_> = inverter < victim > }
bt! { InnerByHand(()) = inverter < by_hand > }

#[derive(Behavior)]
#[behavior(context = ())]
enum OfLeaf {
    One(Victim),
}

#[derive(Behavior)]
#[behavior(context = World<'_>)]
enum OfListener {
    One(Listener),
}

#[derive(Behavior)]
#[behavior(context = ())]
enum OfLeafByHand {
    One(ByHand),
}

#[derive(Behavior)]
#[behavior(context = ())]
enum OfTree {
    One(Inner),
}

#[derive(Behavior)]
#[behavior(context = ())]
enum OfNamedTree {
    One(Named),
}

#[derive(Behavior)]
#[behavior(context = (), message = Hit<'_>)]
enum Names {
    One(Victim),
    Tree(Inner),
    Named(Named),
}

#[derive(Behavior)]
#[behavior(context = ())]
enum Outer {
    One(NamesWell),
}

#[derive(Behavior)]
#[behavior(context = (), message = Hit<'_>)]
enum NamesWell {
    One(Victim),
}

#[derive(Behavior)]
#[behavior(context = (), message = Shot)]
enum NamesAnother {
    One(Inner),
}

#[derive(Behavior, Default)]
#[behavior(context = impl Clone, message = str)]
struct Anywhere;

impl Anywhere {
    fn run(&self, _: &mut impl Clone) -> Status {
        Status::Running
    }

    fn receive(&self, _: &mut impl Clone, _: &str) {}
}

#[derive(Behavior)]
#[behavior(context = impl Clone)]
enum InAnyContext {
    One(Anywhere),
}

bt! { UsesIt(u8) = inverter < InAnyContext::One > }

bt! { Around(()) on Hit<'_> = inverter < inner_by_hand > }

fn main() {}
