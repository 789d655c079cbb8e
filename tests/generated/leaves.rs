//! The leaves and the decorator of random trees, which follow the world.

use std::panic::resume_unwind;
use std::time::Duration;

use bt::{Behavior, Decorator, Outcome, Span, Status};
use bt_reference::program::Moods;
use bt_reference::script::Answer;
use bt_reference::world::{self, Panicked};

use crate::context::World;

/// The error of the leaf with this id.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Broken(pub u32);

/// Continues, or panics silently, as the script says.
pub fn or_panic<T>(result: Result<T, Panicked>) -> T {
    result.unwrap_or_else(|panicked| resume_unwind(Box::new(panicked)))
}

pub fn status(status: world::Status) -> Status {
    match status {
        world::Status::Success => Status::Success,
        world::Status::Failure => Status::Failure,
        world::Status::Running => Status::Running,
    }
}

pub fn said(status: Status) -> world::Status {
    match status {
        Status::Success => world::Status::Success,
        Status::Failure => world::Status::Failure,
        Status::Running => world::Status::Running,
    }
}

pub fn act(world: &mut World, id: u32) -> Status {
    status(or_panic(world.act(id)).status())
}

pub fn ask(world: &World, id: u32) -> bool {
    or_panic(world.ask(id))
}

pub fn number(world: &World, id: u32) -> u32 {
    or_panic(world.number(id))
}

pub fn time(world: &World, id: u32) -> Duration {
    Duration::from_nanos(or_panic(world.time(id)))
}

pub fn score(world: &World, id: u32) -> f64 {
    or_panic(world.score(id))
}

pub fn chance(world: &World, id: u32) -> f64 {
    or_panic(world.chance(id))
}

pub fn beat(world: &mut World, id: u32) {
    or_panic(world.beat(id));
}

/// A leaf with hooks; all such leaves share this code.
macro_rules! leaf {
    ($leaf:ident, $answer:ty, $this:ident => $answered:expr $(, $($hook:tt)*)?) => {
        #[derive(Clone, Debug, PartialEq)]
        pub struct $leaf {
            pub id: u32,
            runs: u32,
        }

        impl $leaf {
            pub fn new(id: u32) -> Self {
                $leaf { id, runs: 0 }
            }

            /// What the script says to a run.
            pub fn answer(&mut self, world: &World) -> Answer {
                self.runs += 1;
                or_panic(world.run(self.id, self.runs - 1))
            }
        }

        impl Behavior<World> for $leaf {
            type Answer = $answer;

            fn start(&mut self, world: &mut World) {
                or_panic(world.start(self.id, 0));
            }

            $($($hook)*)?

            fn run(&mut self, world: &mut World) -> $answer {
                let $this = self.answer(world);
                $answered(self.id)
            }

            fn finish(&mut self, world: &mut World, outcome: Outcome) {
                or_panic(world.finish(self.id, self::outcome(outcome), self.runs));
            }
        }
    };
}

pub fn outcome(outcome: Outcome) -> world::Outcome {
    match outcome {
        Outcome::Success => world::Outcome::Success,
        Outcome::Failure => world::Outcome::Failure,
        Outcome::Aborted => world::Outcome::Aborted,
    }
}

leaf!(Scripted, Status, answer => |_| status(answer.status()));
leaf!(Quick, bool, answer => |_| answer.success());
leaf!(Sure, (), _answer => |_| ());
leaf!(Fallible, Result<Status, Broken>, answer => |id| answer.result().map(status).ok_or(Broken(id)),
    fn try_start(&mut self, world: &mut World) -> Result<(), Broken> {
        if or_panic(world.try_start(self.id, 0)) { Ok(()) } else { Err(Broken(self.id)) }
    }
);

/// A scripted leaf through the derive.
#[derive(Behavior, Clone, Debug, PartialEq)]
#[behavior(context = World)]
pub struct Derived {
    leaf: Scripted,
}

impl Derived {
    pub fn new(id: u32) -> Self {
        Derived { leaf: Scripted::new(id) }
    }

    fn start(&mut self, world: &mut World) {
        Behavior::start(&mut self.leaf, world);
    }

    fn run(&mut self, world: &mut World) -> Status {
        Behavior::run(&mut self.leaf, world)
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        Behavior::finish(&mut self.leaf, world, outcome);
    }
}

/// An enum of leaves.
#[derive(Behavior, Clone, Debug, PartialEq)]
#[behavior(context = World)]
pub enum Chosen {
    Quick(Quick),
    Scripted(Derived),
}

/// A leaf that takes the span, and uses some of it.
#[derive(Behavior, Clone, Debug, PartialEq)]
#[behavior(context = World)]
pub struct Busy {
    leaf: Scripted,
}

impl Busy {
    pub fn new(id: u32) -> Self {
        Busy { leaf: Scripted::new(id) }
    }

    fn start(&mut self, world: &mut World) {
        Behavior::start(&mut self.leaf, world);
    }

    fn run(&mut self, world: &mut World, span: &mut Span) -> Status {
        let (id, answer) = (self.leaf.id, self.leaf.answer(world));
        or_panic(world.sees(id, span.left().as_nanos() as u64));
        let spent = span.spend(Duration::from_nanos(answer.nanos()));
        or_panic(world.spent(id, spent));
        status(answer.status())
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        Behavior::finish(&mut self.leaf, world, outcome);
    }
}

/// A message.
pub struct Shot(pub u32);

/// A leaf that receives messages, and answers them.
#[derive(Behavior, Clone, Debug, PartialEq)]
#[behavior(context = World, message = Shot)]
pub struct Alert {
    leaf: Scripted,
}

impl Alert {
    pub fn new(id: u32) -> Self {
        Alert { leaf: Scripted::new(id) }
    }

    fn start(&mut self, world: &mut World) {
        Behavior::start(&mut self.leaf, world);
    }

    fn run(&mut self, world: &mut World) -> Status {
        Behavior::run(&mut self.leaf, world)
    }

    fn receive(&mut self, world: &mut World, shot: &Shot) -> Status {
        status(or_panic(world.receive(self.leaf.id, shot.0)).status())
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        Behavior::finish(&mut self.leaf, world, outcome);
    }
}

/// A leaf that receives messages, and has no answer to them.
#[derive(Behavior, Clone, Debug, PartialEq)]
#[behavior(context = World, message = Shot)]
pub struct Aware {
    leaf: Scripted,
}

impl Aware {
    pub fn new(id: u32) -> Self {
        Aware { leaf: Scripted::new(id) }
    }

    fn start(&mut self, world: &mut World) {
        Behavior::start(&mut self.leaf, world);
    }

    fn run(&mut self, world: &mut World) -> Status {
        Behavior::run(&mut self.leaf, world)
    }

    fn receive(&self, world: &World, shot: &Shot) {
        or_panic(world.receive(self.leaf.id, shot.0));
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        Behavior::finish(&mut self.leaf, world, outcome);
    }
}

/// An enum of leaves of which one receives messages.
#[derive(Behavior, Clone, Debug, PartialEq)]
#[behavior(context = World, message = Shot)]
pub enum Listening {
    Alert(Alert),
    #[allow(dead_code, reason = "it is there to be told apart from the other")]
    Deaf(Scripted),
}

/// A decorator that has moods.
#[derive(Clone, Debug, PartialEq)]
pub struct Moody {
    id: u32,
    ticks: u32,
}

impl Moody {
    pub fn new(id: u32) -> Self {
        Moody { id, ticks: 0 }
    }
}

impl Decorator<World> for Moody {
    fn start(&mut self, world: &mut World) {
        or_panic(world.start(self.id, 0));
    }

    fn before(&mut self, world: &mut World) -> Option<Status> {
        let answer = or_panic(world.before(self.id, self.ticks, Moods::Moody));
        self.ticks += 1;
        answer.map(|answer| status(answer.expect("it is not shaky")))
    }

    fn after(&mut self, world: &mut World, said: Status) -> Status {
        status(or_panic(world.after(self.id, self.ticks - 1, self::said(said))))
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        or_panic(world.finish(self.id, self::outcome(outcome), self.ticks));
    }
}

/// A decorator through the derive, with moods and errors.
#[derive(Decorator, Clone, Debug, PartialEq)]
#[decorator(context = World, error = Broken)]
pub struct Shaky {
    moody: Moody,
}

impl Shaky {
    pub fn new(id: u32) -> Self {
        Shaky { moody: Moody::new(id) }
    }

    fn start(&mut self, world: &World) -> Result<(), Broken> {
        let id = self.moody.id;
        if or_panic(world.try_start(id, 0)) { Ok(()) } else { Err(Broken(id)) }
    }

    fn before(&mut self, world: &World) -> Result<Option<Status>, Broken> {
        let Moody { id, ticks } = self.moody;
        self.moody.ticks += 1;
        let answer = or_panic(world.before(id, ticks, Moods::Shaky));
        answer.map(|answer| answer.map(status).ok_or(Broken(id))).transpose()
    }

    fn after(&mut self, world: &mut World, said: Status) -> Status {
        self.moody.after(world, said)
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        self.moody.finish(world, outcome);
    }
}
