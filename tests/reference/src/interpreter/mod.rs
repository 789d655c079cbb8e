//! The reference interpreter: each node is an object with its own state, which is ticked and aborted.
//!
//! What all nodes have in common is said once, here: whether a node is active, that `Running` has used all of the time
//! that is left, and that a node which is not active gets nothing.

use enum_dispatch::enum_dispatch;

use crate::program::{Kind, Program, intern};
use crate::text::{label, name};
use crate::world::{Panicked, Status, World};

mod choices;
mod composites;
mod decorators;
mod kept;
mod leaves;
mod loops;
mod parallel;
mod timed;

use choices::{ReactiveSwitch, Switch};
use composites::{Chain, IfElse, Reactive};
use decorators::{Guard, Map, Moody, Precondition};
use kept::{RunLimit, RunOnce};
use leaves::{Action, Condition, Constant, Leaf, WaitUntil};
use loops::Loop;
use parallel::Parallel;
use timed::{Delay, Timeout, Wait};

/// Why a tick has no status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A leaf has returned an error; all in the node that says so have been told.
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
    /// One tick. `starts` says that the node was not active. `span` is the time that is left, before and after.
    fn tick(&mut self, starts: bool, world: &World, span: &mut u64) -> Result<Status, Stop>;

    /// Tells what is active in it, in child order, deepest first.
    fn abort(&mut self, world: &World) -> Result<(), Panicked> {
        abort_all(self.children_mut(), world)
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
    /// `condition`
    Condition,
    /// `succeed`, `fail`, `running`
    Constant,
    /// `wait_until`
    WaitUntil,
    /// `wait`
    Wait,
    /// `sequence`, `selector`
    Chain,
    /// `reactive_sequence`, `reactive_selector`
    Reactive,
    /// `if_else`
    IfElse,
    /// `switch`
    Switch,
    /// `reactive_switch`, `reactive_if_else`
    ReactiveSwitch,
    /// `parallel`, `parallel_all`, `race`
    Parallel,
    /// `inverter`, `force_success`, `force_failure`
    Map,
    /// The repeating nodes.
    Loop,
    /// `precondition`
    Precondition,
    /// `guard`
    Guard,
    /// `run_once`
    RunOnce,
    /// `run_limit`
    RunLimit,
    /// `delay`
    Delay,
    /// `timeout`
    Timeout,
    /// A decorator of the user's.
    Moody,
}

/// A node in its place.
#[derive(Clone, Debug)]
pub struct Node {
    title: &'static str,
    active: bool,
    object: Object,
}

impl Node {
    /// One tick.
    pub fn tick(&mut self, world: &World, span: &mut u64) -> Result<Status, Stop> {
        let result = self.object.tick(!self.active, world, span);
        self.active = result == Ok(Status::Running);
        if self.active {
            *span = 0;
        }
        result
    }

    /// Gives up on the node.
    pub fn abort(&mut self, world: &World) -> Result<(), Panicked> {
        if self.active {
            self.active = false;
            self.object.abort(world)?;
        }
        Ok(())
    }

    /// Whether it is active.
    pub fn is_active(&self) -> bool {
        self.active
    }

    /// The titles of the active nodes in pre-order, each with its depth.
    pub fn active(&self, depth: usize, found: &mut Vec<(usize, &'static str)>) {
        if self.active {
            found.push((depth, self.title));
        }
        self.object.children().iter().for_each(|child| child.active(depth + 1, found));
    }
}

/// Aborts those that are active, in their order.
fn abort_all(nodes: &mut [Node], world: &World) -> Result<(), Panicked> {
    nodes.iter_mut().try_for_each(|node| node.abort(world))
}

/// What a node does when its child stops the tick: on an error it tells its other children that are active.
fn pass_on(stop: Stop, nodes: &mut [Node], world: &World) -> Stop {
    match stop {
        Stop::Error(_) => abort_all(nodes, world).map_or(Stop::Panicked, |()| stop),
        Stop::Panicked => stop,
    }
}

/// The tree of objects for a program.
pub fn build(program: &Program) -> Node {
    Builder { program }.node(&program.trees[0].root, 0)
}

struct Builder<'a> {
    program: &'a Program,
}

impl Builder<'_> {
    /// `base` is what the ids of the tree are counted from.
    fn node(&self, node: &crate::program::Node, base: u32) -> Node {
        let title = node.label.map_or_else(|| intern(&name(&node.kind)), |number| intern(&label(number)));
        if let Kind::Subtree { tree, base: inner } = node.kind {
            let tree = &self.program.trees[tree];
            let root = self.node(&tree.root, if tree.has_base { base + inner } else { 0 });
            return Node { title, ..root };
        }
        let children = node.children.iter().map(|child| self.node(child, base)).collect();
        Node { title, active: false, object: object(&node.kind.with_ids(|id| base + id), children) }
    }
}

fn object(kind: &Kind, children: Vec<Node>) -> Object {
    match kind.clone() {
        Kind::Leaf(leaf, id) => Leaf::new(leaf, id).into(),
        Kind::Argued(id, argument) => Leaf::argued(id, argument).into(),
        Kind::Action(id) => Action { id }.into(),
        Kind::Condition(id) => Condition { id }.into(),
        Kind::Succeed => Constant(Status::Success).into(),
        Kind::Fail => Constant(Status::Failure).into(),
        Kind::Running => Constant(Status::Running).into(),
        Kind::WaitUntil(id) => WaitUntil { id }.into(),
        Kind::Wait(time) => Wait::new(time).into(),
        Kind::Sequence => Chain::new(Status::Success, children).into(),
        Kind::Selector => Chain::new(Status::Failure, children).into(),
        Kind::ReactiveSequence => Reactive::new(Status::Success, children).into(),
        Kind::ReactiveSelector => Reactive::new(Status::Failure, children).into(),
        Kind::IfElse => IfElse::new(children).into(),
        Kind::Switch(id, arms) => Switch::new(id, arms, children).into(),
        Kind::ReactiveSwitch(id, arms) => ReactiveSwitch::of_number(id, arms, children).into(),
        Kind::ReactiveIfElse(id) => ReactiveSwitch::of_condition(id, children).into(),
        Kind::Parallel(success, failure) => Parallel::new(success, failure, children).into(),
        Kind::ParallelAll(failure) => Parallel::all(failure, children).into(),
        Kind::Race => Parallel::race(children).into(),
        Kind::Inverter => Map::new(Status::Failure, Status::Success, children).into(),
        Kind::Unchecked => Map::new(Status::Success, Status::Failure, children).into(),
        Kind::ForceSuccess => Map::new(Status::Success, Status::Success, children).into(),
        Kind::ForceFailure => Map::new(Status::Failure, Status::Failure, children).into(),
        Kind::Repeat(count) => Loop::repeat(Some(count), children).into(),
        Kind::Forever => Loop::repeat(None, children).into(),
        Kind::Retry(count) => Loop::retry(count, children).into(),
        Kind::RepeatUntilFailure => Loop::until(Status::Failure, children).into(),
        Kind::RepeatUntilSuccess => Loop::until(Status::Success, children).into(),
        Kind::Precondition(id) => Precondition { id, child: children }.into(),
        Kind::Guard(id) => Guard { id, child: children }.into(),
        Kind::RunOnce => RunOnce::new(children).into(),
        Kind::RunLimit(count) => RunLimit::new(count, children).into(),
        Kind::Delay(time) => Delay::new(time, children).into(),
        Kind::Timeout(time) => Timeout::new(time, children).into(),
        Kind::Moody(id) => Moody::new(id, children).into(),
        Kind::Subtree { .. } => unreachable!("a subtree is its root"),
    }
}
