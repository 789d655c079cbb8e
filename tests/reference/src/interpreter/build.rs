//! Makes the tree of objects for a program.

use std::collections::BTreeMap;

use super::*;
use crate::program::{self, Kind, Name, Program, Restarts, intern};
use crate::text::{label, name};
use crate::values::{deciders, reaches};

/// The tree of objects for a program.
pub fn build(program: &Program) -> Node {
    let main = &program.trees[0];
    Builder { program, nodes: 0, slots: 0 }.node(&main.root, 0, main.hears, &Scope::new())
}

struct Builder<'a> {
    program: &'a Program,
    /// How many nodes there are so far.
    nodes: usize,
    /// How many bindings there are so far.
    slots: Slot,
}

/// The names that can be used somewhere.
type Scope = BTreeMap<Name, Slot>;

impl Builder<'_> {
    /// The ids of the tree are counted from `base`, and `hears` says whether it receives messages.
    fn node(&mut self, node: &program::Node, base: u32, hears: bool, scope: &Scope) -> Node {
        let title = node.label.map_or_else(|| intern(&name(&node.kind)), |number| intern(&label(number)));
        if let Kind::Subtree { tree, base: inner } = node.kind {
            let tree = &self.program.trees[tree];
            let base = if tree.has_base { base + inner } else { 0 };
            let root = self.node(&tree.root, base, hears, &Scope::new());
            let fresh = self.program.is_boxed(node).then(|| Box::new(root.object.clone()));
            return Node { title, fresh: fresh.or(root.fresh), ..root };
        }
        let position = self.nodes;
        self.nodes += 1;
        let uses = node.uses.iter().map(|name| scope[name]).collect();
        let mut item = None;
        let mut scope = scope.clone();
        if node.kind.facts().binds_items {
            item = self.bind(node, &mut scope).first().copied().flatten();
        }
        let arms: Vec<Option<Slot>> =
            node.kind.patterns().iter().map(|arm| Some(self.slot(arm.name()?, &mut scope))).collect();
        let (children, own) = self.children(node, base, hears, &scope);
        let kind = node.kind.with_ids(|id| base + id);
        let renews = match node.kind.facts().restarts {
            Restarts::None => 0..0,
            Restarts::All => 0..children.len(),
            Restarts::Later => 1..children.len(),
        };
        let deciders = deciders(&node.kind, children.len()).unwrap_or_default();
        let scope = own.into_iter().chain(item).chain(arms.iter().copied().flatten()).collect();
        Node {
            position,
            title,
            active: false,
            renews,
            object: object(if hears { kind } else { kind.deaf() }, item, arms, children),
            fresh: None,
            values: Values { value: None, deciders, binds: Vec::new(), uses, scope },
        }
    }
}

impl Builder<'_> {
    /// The children of a node, each with the names that those before it bind for it, and the bindings of them all.
    fn children(&mut self, node: &program::Node, base: u32, hears: bool, scope: &Scope) -> (Vec<Node>, Vec<Slot>) {
        let mut children: Vec<Node> = Vec::new();
        let mut bound: Vec<Scope> = Vec::new();
        for (index, child) in node.children.iter().enumerate() {
            let mut inner = scope.clone();
            for (before, names) in bound.iter().enumerate() {
                if reaches(&node.kind, before, index) {
                    inner.extend(names);
                }
            }
            let mut built = self.node(child, base, hears, &inner);
            let mut names = Scope::new();
            if !child.kind.facts().binds_items {
                built.values.binds = self.bind(child, &mut names);
            }
            children.push(built);
            bound.push(names);
        }
        let slots = bound.iter().flat_map(|names| names.values().copied()).collect();
        (children, slots)
    }

    /// What the names of a node are bound to.
    fn bind(&mut self, node: &program::Node, names: &mut Scope) -> Vec<Option<Slot>> {
        node.binds.iter().map(|name| Some(self.slot((*name)?, names))).collect()
    }

    fn slot(&mut self, name: Name, names: &mut Scope) -> Slot {
        self.slots += 1;
        names.insert(name, self.slots);
        self.slots
    }
}

/// `item` is the name for the items of a `for_each`, and `slots` are the names for the patterns of a `switch`.
fn object(kind: Kind, item: Option<Slot>, slots: Vec<Option<Slot>>, children: Vec<Node>) -> Object {
    match kind {
        Kind::Leaf(leaf, id) => Leaf::new(leaf, id).into(),
        Kind::Argued(id, argument) => Leaf::argued(id, argument).into(),
        Kind::Action(id) => Action { id }.into(),
        Kind::Fetch(id) => Fetch::new(id).into(),
        Kind::SucceedWith(value) => SucceedWith::new(value).into(),
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
        Kind::Switch(id, arms) => Switch::new(id, Arms { arms, slots }, children).into(),
        Kind::ReactiveSwitch(id, arms) => ReactiveSwitch::of_number(id, Arms { arms, slots }, children).into(),
        Kind::If(id) => If::new(id, children).into(),
        Kind::ReactiveIfElse(id) => ReactiveSwitch::of_condition(id, children).into(),
        Kind::Priority(turns) => Priority::new(turns, children).into(),
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
        Kind::ForEach(id) => ForEach::new(id, item, children).into(),
        Kind::Precondition(id) => Precondition { id, child: children }.into(),
        Kind::Guard(id) => Guard { id, child: children }.into(),
        Kind::RunOnce => RunOnce::new(children).into(),
        Kind::RunLimit(count) => RunLimit::new(count, children).into(),
        Kind::Probability(chance) => Probability::new(chance, children).into(),
        Kind::Delay(time) => Delay::new(time, children).into(),
        Kind::Timeout(time) => Timeout::new(time, children).into(),
        Kind::Cooldown(time) => Cooldown::new(time, children).into(),
        Kind::Throttle(time) => Throttle::new(time, children).into(),
        Kind::Keyed(id) => Keyed::new(Some(id), children).into(),
        Kind::KeyedBy => Keyed::new(None, children).into(),
        Kind::SimpleParallel => SimpleParallel::new(children).into(),
        Kind::Every(time, id) => Every::new(time, id, children).into(),
        Kind::Moody(moods, id) => Moody::new(moods, id, children).into(),
        Kind::Turns(turns, id) => Turning::new(turns, id, children).into(),
        Kind::Subtree { .. } => unreachable!("a subtree is its root"),
    }
}
