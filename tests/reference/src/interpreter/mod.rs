//! The reference interpreter: each node is an object with its own state, which is ticked and aborted.
//!
//! What all nodes have in common is said once, here: whether a node is active, that `Running` has used all of the time
//! that is left, and that a node which is not active gets nothing.

use enum_dispatch::enum_dispatch;

use crate::program::{Kind, Program, intern};
use crate::text::{label, name};
use crate::world::{Does, Outcome, Panicked, Status, World};

mod chance;
mod choices;
mod clock;
mod composites;
mod contest;
mod cooldown;
mod decorators;
mod every;
mod finally;
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

use chance::{Probability, Weighted};
use choices::{If, ReactiveSwitch, Switch};
pub use clock::Span;
use composites::{Chain, IfElse, Reactive};
use contest::Contest;
use cooldown::Cooldown;
use decorators::{Guard, Map, Moody, Precondition};
use every::Every;
use finally::Finally;
use kept::{RunLimit, RunOnce};
use keyed::Keyed;
use leaves::{Action, Condition, Constant, Leaf, WaitUntil};
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
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop>;

    /// One tick in which a node that is active does not look: it goes on with the child that is running.
    fn resume(&mut self, world: &World, span: &mut Span) -> Result<Status, Stop> {
        self.tick(false, world, span)
    }

    /// Tells what is active in it, in child order, deepest first, that it is given up at this moment.
    fn abort(&mut self, now: u64, world: &World) -> Result<(), Panicked> {
        abort_all(self.children_mut(), now, world)
    }

    /// Gives a message to what is active in it, in child order.
    fn receive(&mut self, message: u32, now: u64, world: &World) -> Result<(), Panicked> {
        self.children_mut().iter_mut().try_for_each(|child| child.receive(message, now, world))
    }

    /// Tells all in it that is active to look at its next turn.
    fn look(&mut self) {
        self.children_mut().iter_mut().for_each(Node::look);
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
}

/// A node in its place.
#[derive(Clone, Debug)]
pub struct Node {
    position: usize,
    title: &'static str,
    active: bool,
    /// Whether it is the root, or can start its children again: then what is throttled below it is forgotten when it starts.
    renews: bool,
    object: Object,
}

impl Node {
    /// One tick.
    pub fn tick(&mut self, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if !self.active {
            if self.renews {
                self.forget();
            }
            world.tell(self.position, span.now, Does::Start);
        }
        let has_ended = self.has_ended();
        let result = self.object.tick(!self.active, world, span);
        self.after(result, span);
        if !has_ended {
            self.tell(result, span.now, world);
        }
        result
    }

    /// One tick of a node that is active, in which it does not look.
    fn resume(&mut self, world: &World, span: &mut Span) -> Result<Status, Stop> {
        let result = self.object.resume(world, span);
        self.after(result, span);
        self.tell(result, span.now, world);
        result
    }

    /// Forgets what is throttled in it, down to the nodes that do so when they start.
    fn forget(&mut self) {
        if let Object::Throttle(throttle) = &mut self.object {
            throttle.forget();
        }
        self.object.children_mut().iter_mut().filter(|child| !child.renews).for_each(Node::forget);
    }

    fn after(&mut self, result: Result<Status, Stop>, span: &mut Span) {
        self.active = result == Ok(Status::Running);
        if self.active {
            span.use_up();
        }
    }

    /// Tells an observer what has come of a tick.
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

    /// Gives up on the node at this moment.
    pub fn abort(&mut self, now: u64, world: &World) -> Result<(), Panicked> {
        if self.active {
            let has_ended = self.has_ended();
            self.active = false;
            self.object.abort(now, world)?;
            if !has_ended {
                world.tell(self.position, now, Does::Finish(Outcome::Aborted));
            }
        }
        Ok(())
    }

    /// Gives a message to the leaves that are active.
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

    /// Whether it is a leaf that a message has ended: it is not active, but those above it are until it is its turn.
    fn has_ended(&self) -> bool {
        matches!(&self.object, Object::Leaf(leaf) if leaf.has_ended())
    }

    /// Tells each `observe` that is active to look at its next turn.
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

/// Aborts those that are active, in their order.
fn abort_all(nodes: &mut [Node], now: u64, world: &World) -> Result<(), Panicked> {
    nodes.iter_mut().try_for_each(|node| node.abort(now, world))
}

/// What a node does when its child stops the tick: on an error it tells its other children that are active.
fn pass_on(stop: Stop, nodes: &mut [Node], now: u64, world: &World) -> Stop {
    match stop {
        Stop::Error(_) => abort_all(nodes, now, world).map_or(Stop::Panicked, |()| stop),
        Stop::Panicked => stop,
    }
}

/// The tree of objects for a program.
pub fn build(program: &Program) -> Node {
    let main = &program.trees[0];
    Builder { program, nodes: 0 }.node(&main.root, 0, main.hears)
}

struct Builder<'a> {
    program: &'a Program,
    /// How many nodes there are so far.
    nodes: usize,
}

impl Builder<'_> {
    /// `base` is what the ids of the tree are counted from, and `hears` says whether messages come to where it stands.
    fn node(&mut self, node: &crate::program::Node, base: u32, hears: bool) -> Node {
        let title = node.label.map_or_else(|| intern(&name(&node.kind)), |number| intern(&label(number)));
        if let Kind::Subtree { tree, base: inner } = node.kind {
            let tree = &self.program.trees[tree];
            let base = if tree.has_base { base + inner } else { 0 };
            let root = self.node(&tree.root, base, hears);
            return Node { title, ..root };
        }
        let position = self.nodes;
        self.nodes += 1;
        let renews = position == 0 || node.kind.restarts();
        let children = node.children.iter().map(|child| self.node(child, base, hears)).collect();
        let kind = node.kind.with_ids(|id| base + id);
        Node {
            position,
            title,
            active: false,
            renews,
            object: object(if hears { kind } else { kind.deaf() }, children),
        }
    }
}

fn object(kind: Kind, children: Vec<Node>) -> Object {
    match kind {
        Kind::Leaf(leaf, id) => Leaf::new(leaf, id).into(),
        Kind::Argued(id, argument) => Leaf::argued(id, argument).into(),
        Kind::Action(id) => Action { id }.into(),
        Kind::Condition(id) => Condition { id }.into(),
        Kind::Succeed => Constant(Status::Success).into(),
        Kind::Fail => Constant(Status::Failure).into(),
        Kind::Running => Constant(Status::Running).into(),
        Kind::WaitUntil(id) => WaitUntil { id }.into(),
        Kind::Wait(time) => Wait::new(time).into(),
        Kind::WaitBetween(one, other) => WaitBetween::new(one, other).into(),
        Kind::Remember(key, value, at) => Memory::Remember(key, value, at).into(),
        Kind::Recalls(key, value) => Memory::Recalls(key, value).into(),
        Kind::Forget(key) => Memory::Forget(key).into(),
        Kind::Sequence => Chain::new(Status::Success, children).into(),
        Kind::Selector => Chain::new(Status::Failure, children).into(),
        Kind::ReactiveSequence => Reactive::new(Status::Success, children).into(),
        Kind::ReactiveSelector => Reactive::new(Status::Failure, children).into(),
        Kind::RandomSequence => Unordered::random(Status::Success, children).into(),
        Kind::RandomSelector => Unordered::random(Status::Failure, children).into(),
        Kind::Utility(scores) => Unordered::by_utility(&scores, children).into(),
        Kind::Weighted(weights) => Weighted::new(&weights, children).into(),
        Kind::IfElse => IfElse::new(children).into(),
        Kind::Switch(id, arms) => Switch::new(id, arms, children).into(),
        Kind::ReactiveSwitch(id, arms) => ReactiveSwitch::of_number(id, arms, children).into(),
        Kind::If(id) => If::new(id, children).into(),
        Kind::ReactiveIfElse(id) => ReactiveSwitch::of_condition(id, children).into(),
        Kind::Priority(conditions) => Priority::new(conditions, children).into(),
        Kind::ReactiveUtility(scores, margin) => Contest::new(scores, margin, children).into(),
        Kind::RoundRobin => RoundRobin::new(children).into(),
        Kind::Pipeline => Pipeline::new(children).into(),
        Kind::Recover(count) => Recover::new(count, children).into(),
        Kind::Finally => Finally::new(children).into(),
        Kind::Observe(id) => Observe::new(id, children).into(),
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
        Kind::Probability(chance) => Probability::new(chance, children).into(),
        Kind::Delay(time) => Delay::new(time, children).into(),
        Kind::Timeout(time) => Timeout::new(time, children).into(),
        Kind::Cooldown(time) => Cooldown::new(time, children).into(),
        Kind::Throttle(time) => Throttle::new(time, children).into(),
        Kind::Keyed(id) => Keyed::new(id, children).into(),
        Kind::SimpleParallel => SimpleParallel::new(children).into(),
        Kind::Every(time, id) => Every::new(time, id, children).into(),
        Kind::Moody(id) => Moody::new(id, children).into(),
        Kind::Subtree { .. } => unreachable!("a subtree is its root"),
    }
}
