//! The reference interpreter: each node is an object with its own state, which is ticked and aborted.
//!
//! The rules for all nodes are here: whether a node is active, that `Running` uses all of the remaining time, and
//! that an idle node receives nothing.

use enum_dispatch::enum_dispatch;

use crate::bindings::Slot;
use crate::world::{Does, Outcome, Panicked, Status, World};

mod build;
mod chance;
mod choices;
mod clock;
mod composites;
mod contest;
mod cooldown;
mod decorators;
mod every;
mod finally;
mod for_each;
mod kept;
mod keyed;
mod leaves;
mod loops;
mod memory;
mod observe;
mod order;
mod parallel;
mod pipeline;
mod priority;
mod recover;
mod round_robin;
mod simple_parallel;
mod throttle;
mod timed;
mod turning;

pub use build::build;
use chance::{Probability, Weighted};
use choices::{Arms, If, ReactiveSwitch, Switch};
pub use clock::Span;
use composites::{Chain, IfElse, Reactive};
use contest::Contest;
use cooldown::Cooldown;
use decorators::{Guard, Map, Moody, Precondition};
use every::Every;
use finally::Finally;
use for_each::ForEach;
use kept::{RunLimit, RunOnce};
use keyed::Keyed;
use leaves::{Action, Condition, Constant, Fetch, Leaf, SucceedWith, WaitUntil};
use loops::Loop;
use memory::Memory;
use observe::Observe;
use order::Unordered;
use parallel::Parallel;
use pipeline::Pipeline;
use priority::Priority;
use recover::Recover;
use round_robin::RoundRobin;
use simple_parallel::SimpleParallel;
use throttle::Throttle;
use timed::{Delay, Timeout, Wait, WaitBetween};
use turning::Turning;

/// Why a tick has no status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A leaf has returned an error; all active nodes below this one have been aborted.
    Error(u32),
    /// A hook has panicked, and no other hook is called.
    Panicked,
}

impl From<Panicked> for Stop {
    fn from(_: Panicked) -> Self {
        Stop::Panicked
    }
}

/// What a kind of node does.
#[enum_dispatch]
pub trait Behave {
    /// One tick. `starts` means that the node was not active. `span` is the remaining time, before and after.
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop>;

    /// One tick in which an active node does not look: it continues with the running child.
    fn resume(&mut self, world: &World, span: &mut Span) -> Result<Status, Stop> {
        self.tick(false, world, span)
    }

    /// Aborts the active nodes in it at this moment, in child order, deepest first.
    fn abort(&mut self, now: u64, world: &World) -> Result<(), Panicked> {
        abort_all(self.children_mut(), now, world)
    }

    /// Passes a message to the active leaves in it, in child order.
    fn receive(&mut self, message: u32, now: u64, world: &World) -> Result<(), Panicked> {
        self.children_mut().iter_mut().try_for_each(|child| child.receive(message, now, world))
    }

    /// Makes all active nodes in it look in the next tick.
    fn look(&mut self) {
        self.children_mut().iter_mut().for_each(Node::look);
    }

    /// The value that it has found, if it is a leaf with a value.
    fn value(&self) -> Option<u32> {
        None
    }

    /// Its children.
    fn children(&self) -> &[Node];

    /// Its children.
    fn children_mut(&mut self) -> &mut [Node];
}

/// All kinds of nodes.
#[enum_dispatch(Behave)]
#[derive(Clone, Debug)]
pub enum Object {
    /// A leaf with hooks.
    Leaf,
    /// `action`
    Action,
    /// `action`, with a value
    Fetch,
    /// `succeed`, with a value
    SucceedWith,
    /// `condition`
    Condition,
    /// `succeed`, `fail`, `running`
    Constant,
    /// `wait_until`
    WaitUntil,
    /// `wait`
    Wait,
    /// `wait_between`
    WaitBetween,
    /// `remember`, `recalls`, `forget`
    Memory,
    /// `sequence`, `selector`
    Chain,
    /// `reactive_sequence`, `reactive_selector`
    Reactive,
    /// `random_sequence`, `random_selector`, `utility`
    Unordered,
    /// `weighted`
    Weighted,
    /// `if_else`
    IfElse,
    /// `if_else` with a condition in parentheses
    If,
    /// `switch`
    Switch,
    /// `reactive_switch`, `reactive_if_else`
    ReactiveSwitch,
    /// `priority`
    Priority,
    /// `reactive_utility`
    Contest,
    /// `round_robin`
    RoundRobin,
    /// `pipeline`
    Pipeline,
    /// `recover`
    Recover,
    /// `finally`
    Finally,
    /// `observe`
    Observe,
    /// `parallel`, `parallel_all`, `race`
    Parallel,
    /// `inverter`, `force_success`, `force_failure`
    Map,
    /// The repeating nodes.
    Loop,
    /// `for_each`
    ForEach,
    /// `precondition`
    Precondition,
    /// `guard`
    Guard,
    /// `run_once`
    RunOnce,
    /// `run_limit`
    RunLimit,
    /// `probability`
    Probability,
    /// `delay`
    Delay,
    /// `timeout`
    Timeout,
    /// `cooldown`
    Cooldown,
    /// `throttle`
    Throttle,
    /// `keyed`
    Keyed,
    /// `simple_parallel`
    SimpleParallel,
    /// `every`
    Every,
    /// A decorator of the user's.
    Moody,
    /// A composite of the user's.
    Turning,
}

/// A node in its place.
#[derive(Clone, Debug)]
pub struct Node {
    position: usize,
    title: &'static str,
    active: bool,
    /// The children that it can start again: what is throttled below them is forgotten when it starts.
    renews: std::ops::Range<usize>,
    object: Object,
    /// What it starts from each time, if it is the root of a tree in a box.
    fresh: Option<Box<Object>>,
    values: Values,
}

/// The values of a node.
#[derive(Clone, Debug, Default)]
struct Values {
    /// The value of its last success, until it restarts.
    value: Option<u32>,
    /// The children, one of which has the value of the node.
    deciders: std::ops::Range<usize>,
    /// The name of its value; a `parallel` has one for each child.
    binds: Vec<Option<Slot>>,
    /// The values in its closures.
    uses: Vec<Slot>,
    /// The bindings whose scope it is.
    scope: Vec<Slot>,
}

impl Node {
    /// One tick.
    pub fn tick(&mut self, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if !self.active && self.position == 0 {
            self.forget();
            world.bindings.clear();
        }
        if let Some(status) = self.mocked(world) {
            self.forget_values();
            world.tell(self.position, span.now, Does::Start);
            self.after(Ok(status), world, span);
            self.tell(Ok(status), span.now, world);
            return Ok(status);
        }
        if !self.active {
            if let Some(fresh) = &self.fresh {
                self.object.clone_from(fresh);
            }
            self.object.children_mut()[self.renews.clone()].iter_mut().for_each(Node::forget);
            self.forget_values();
            world.tell(self.position, span.now, Does::Start);
        }
        let has_ended = self.has_ended();
        let before = world.bindings.turn_to(self.values.uses.clone());
        let result = self.object.tick(!self.active, world, span);
        world.bindings.turn_to(before);
        self.after(result, world, span);
        if !has_ended {
            self.tell(result, span.now, world);
        }
        result
    }

    /// What an observer answers instead of a node with children that is about to start, if it does.
    fn mocked(&self, world: &World) -> Option<Status> {
        if self.active || self.object.children().is_empty() {
            return None;
        }
        world.mock(self.position)
    }

    /// One tick of an active node that does not look.
    fn resume(&mut self, world: &World, span: &mut Span) -> Result<Status, Stop> {
        let before = world.bindings.turn_to(self.values.uses.clone());
        let result = self.object.resume(world, span);
        world.bindings.turn_to(before);
        self.after(result, world, span);
        self.tell(result, span.now, world);
        result
    }

    /// Clears the throttles below it, except below nodes that clear them when they start.
    fn forget(&mut self) {
        if let Object::Throttle(throttle) = &mut self.object {
            throttle.forget();
        }
        let children = self.object.children_mut().iter_mut().enumerate();
        children.filter(|(index, _)| !self.renews.contains(index)).for_each(|(_, child)| child.forget());
    }

    /// Forgets its value, and those of its children.
    fn forget_values(&mut self) {
        self.values.value = None;
        self.object.children_mut().iter_mut().for_each(|child| child.values.value = None);
    }

    fn after(&mut self, result: Result<Status, Stop>, world: &World, span: &mut Span) {
        self.active = result == Ok(Status::Running);
        if self.active {
            span.use_up();
            return;
        }
        match result {
            Ok(Status::Success) => self.bind(world),
            Ok(Status::Failure) | Err(_) => {
                self.values.binds.iter().flatten().for_each(|&slot| world.bindings.keep(slot))
            }
            Ok(Status::Running) => {}
        }
        world.bindings.drop(&self.values.scope);
    }

    /// Passes its value to its parent, and to the nodes that use it.
    fn bind(&mut self, world: &World) {
        let children = self.object.children();
        let decided = children[self.values.deciders.clone()].iter().find_map(|child| child.values.value);
        self.values.value = self.object.value().or(decided);
        let several = self.values.binds.len() > 1;
        for (index, slot) in self.values.binds.iter().enumerate() {
            let value = if several { children[index].values.value } else { self.values.value };
            if let Some(slot) = *slot {
                world.bindings.bind(slot, value.expect("what is bound has a value"));
            }
        }
    }

    /// Reports the result of a tick to an observer.
    fn tell(&self, result: Result<Status, Stop>, now: u64, world: &World) {
        if let (Ok(status), []) = (result, self.object.children()) {
            world.tell(self.position, now, Does::Run(status));
        }
        let outcome = match result {
            Ok(Status::Success) => Outcome::Success,
            Ok(Status::Failure) => Outcome::Failure,
            Err(Stop::Error(_)) => Outcome::Aborted,
            Ok(Status::Running) | Err(Stop::Panicked) => return,
        };
        world.tell(self.position, now, Does::Finish(outcome));
    }

    /// Aborts the node at this moment.
    pub fn abort(&mut self, now: u64, world: &World) -> Result<(), Panicked> {
        if self.active {
            let has_ended = self.has_ended();
            self.active = false;
            self.object.abort(now, world)?;
            world.bindings.drop(&self.values.scope);
            if !has_ended {
                world.tell(self.position, now, Does::Finish(Outcome::Aborted));
            }
        }
        Ok(())
    }

    /// Passes a message to the active leaves.
    pub fn receive(&mut self, message: u32, now: u64, world: &World) -> Result<(), Panicked> {
        if !self.active || self.has_ended() {
            return Ok(());
        }
        self.object.receive(message, now, world)?;
        if let Object::Leaf(Leaf { ended: Some(status), .. }) = &self.object {
            let outcome = if *status == Status::Success { Outcome::Success } else { Outcome::Failure };
            world.tell(self.position, now, Does::Finish(outcome));
        }
        Ok(())
    }

    /// Whether it is a leaf that a message has ended: it is not active, but the nodes above it are until it is
    /// ticked.
    fn has_ended(&self) -> bool {
        matches!(&self.object, Object::Leaf(leaf) if leaf.has_ended())
    }

    /// Makes each active `observe` look in the next tick.
    pub fn look(&mut self) {
        if self.active {
            self.object.look();
        }
    }

    /// Whether it is active.
    pub fn is_active(&self) -> bool {
        self.active
    }

    /// The titles of the active nodes in pre-order, each with its depth.
    pub fn active(&self, depth: usize, found: &mut Vec<(usize, &'static str)>) {
        if self.active && !self.has_ended() {
            found.push((depth, self.title));
        }
        self.object.children().iter().for_each(|child| child.active(depth + 1, found));
    }
}

/// Aborts the active nodes, in order.
fn abort_all(nodes: &mut [Node], now: u64, world: &World) -> Result<(), Panicked> {
    nodes.iter_mut().try_for_each(|node| node.abort(now, world))
}

/// What a node does when its child stops the tick: on an error it aborts its other active children.
fn pass_on(stop: Stop, nodes: &mut [Node], now: u64, world: &World) -> Stop {
    match stop {
        Stop::Error(_) => abort_all(nodes, now, world).map_or(Stop::Panicked, |()| stop),
        Stop::Panicked => stop,
    }
}
