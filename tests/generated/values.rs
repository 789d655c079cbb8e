//! Leaves that find values in random trees, and what uses values there.

use std::cell::Cell;
use std::task::Poll;
use std::time::Duration;

use bt::{Behavior, Outcome, Produces};
use bt_reference::script::Answer;
use bt_reference::world::Status;

use crate::context::World;
use crate::leaves::{Broken, Scripted, Shot, or_panic, status};

thread_local!(static LIVE: Cell<isize> = const { Cell::new(0) });

/// A value. It cannot be copied, and those that there are in a thread are counted.
#[derive(Debug, PartialEq)]
pub struct Value(pub u32);

/// A new value.
pub fn value(number: u32) -> Value {
    LIVE.set(LIVE.get() + 1);
    Value(number)
}

/// How many values there are.
pub fn live() -> isize {
    LIVE.get()
}

impl Clone for Value {
    fn clone(&self) -> Self {
        value(self.0)
    }
}

impl Drop for Value {
    fn drop(&mut self) {
        LIVE.set(LIVE.get() - 1);
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        value(number)
    }
}

/// Reports to the world which value a closure uses.
pub fn uses(world: &World, id: u32, value: &Value) {
    or_panic(world.uses(id, value.0));
}

/// Whether the number that a value holds is greater.
#[allow(dead_code, reason = "not every run has trees that use it")]
pub fn above(value: &Value, limit: u32) -> bool {
    value.0 > limit
}

pub fn few(value: &Value) -> u32 {
    value.0 % 4
}

#[allow(dead_code, reason = "not every run has trees that use it")]
pub fn long(value: &Value) -> Duration {
    Duration::from_millis(250) * few(value)
}

#[allow(dead_code, reason = "not every run has trees that use it")]
pub fn likely(value: &Value) -> f64 {
    f64::from(few(value)) / 4.0
}

pub fn item(world: &World, id: u32, index: usize) -> Option<Value> {
    or_panic(world.item(id, index as u32)).map(value)
}

pub fn fetch(world: &mut World, id: u32) -> Poll<Option<Value>> {
    let answer = or_panic(world.act(id));
    found(world, id, answer, answer.status())
}

fn find(world: &World, id: u32, answer: Answer) -> Value {
    value(or_panic(world.find(id, answer)))
}

/// What a leaf says whose answer means this.
fn found(world: &World, id: u32, answer: Answer, status: Status) -> Poll<Option<Value>> {
    match status {
        Status::Running => Poll::Pending,
        Status::Failure => Poll::Ready(None),
        Status::Success => Poll::Ready(Some(find(world, id, answer))),
    }
}

/// A leaf that is given a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Argued {
    argument: Value,
    leaf: Scripted,
}

impl Argued {
    pub fn new(argument: impl Into<Value>, id: u32) -> Self {
        Argued { argument: argument.into(), leaf: Scripted::new(id) }
    }
}

impl Behavior<World> for Argued {
    type Answer = bt::Status;

    fn start(&mut self, world: &mut World) {
        or_panic(world.start(self.leaf.id, self.argument.0));
    }

    fn run(&mut self, world: &mut World) -> bt::Status {
        status(self.leaf.answer(world).status())
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        Behavior::finish(&mut self.leaf, world, outcome);
    }
}

/// Leaves whose hooks are written by hand.
macro_rules! finders {
    ($($leaf:ident, $answer:ty, |$world:ident, $id:ident, $said:ident| $found:expr;)*) => {$(
        #[derive(Clone, Debug, PartialEq)]
        pub struct $leaf {
            leaf: Scripted,
        }

        impl $leaf {
            pub fn new(id: u32) -> Self {
                $leaf { leaf: Scripted::new(id) }
            }
        }

        impl Produces for $leaf {
            type Value = Value;
        }

        impl Behavior<World> for $leaf {
            type Answer = $answer;

            fn start(&mut self, world: &mut World) {
                Behavior::start(&mut self.leaf, world);
            }

            fn run(&mut self, $world: &mut World) -> $answer {
                let ($id, $said) = (self.leaf.id, self.leaf.answer($world));
                $found
            }

            fn finish(&mut self, world: &mut World, outcome: Outcome) {
                Behavior::finish(&mut self.leaf, world, outcome);
            }
        }
    )*};
}

finders! {
    Find, Poll<Option<Value>>, |world, id, said| found(world, id, said, said.status());
    Dig, Result<Poll<Option<Value>>, Broken>, |world, id, said| {
        let status = said.result().ok_or(Broken(id))?;
        Ok(found(world, id, said, status))
    };
}

/// A leaf that is never running, through the derive.
#[derive(Behavior, Clone, Debug, PartialEq)]
#[behavior(context = World, value = Value)]
pub struct Spot {
    leaf: Scripted,
}

impl Spot {
    pub fn new(id: u32) -> Self {
        Spot { leaf: Scripted::new(id) }
    }

    fn start(&mut self, world: &mut World) {
        Behavior::start(&mut self.leaf, world);
    }

    fn run(&mut self, world: &mut World) -> Option<Value> {
        let answer = self.leaf.answer(world);
        answer.success().then(|| find(world, self.leaf.id, answer))
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        Behavior::finish(&mut self.leaf, world, outcome);
    }
}

/// A leaf that never fails, through the derive.
#[derive(Behavior, Clone, Debug, PartialEq)]
#[behavior(context = World, value = Value)]
pub struct Collect {
    leaf: Scripted,
}

impl Collect {
    pub fn new(id: u32) -> Self {
        Collect { leaf: Scripted::new(id) }
    }

    fn start(&mut self, world: &mut World) {
        Behavior::start(&mut self.leaf, world);
    }

    fn run(&mut self, world: &mut World) -> Poll<Value> {
        let answer = self.leaf.answer(world);
        match answer.status() {
            Status::Running => Poll::Pending,
            _ => Poll::Ready(find(world, self.leaf.id, answer)),
        }
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        Behavior::finish(&mut self.leaf, world, outcome);
    }
}

/// A leaf that receives messages, and may find something in them.
#[derive(Behavior, Clone, Debug, PartialEq)]
#[behavior(context = World, message = Shot, value = Value)]
pub struct Scout {
    leaf: Scripted,
}

impl Scout {
    pub fn new(id: u32) -> Self {
        Scout { leaf: Scripted::new(id) }
    }

    fn start(&mut self, world: &mut World) {
        Behavior::start(&mut self.leaf, world);
    }

    fn run(&mut self, world: &mut World) -> Poll<Option<Value>> {
        let answer = self.leaf.answer(world);
        found(world, self.leaf.id, answer, answer.status())
    }

    fn receive(&mut self, world: &mut World, shot: &Shot) {
        or_panic(world.receive(self.leaf.id, shot.0));
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        Behavior::finish(&mut self.leaf, world, outcome);
    }
}
