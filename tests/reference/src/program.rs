//! A tree, and the trees that stand in it, as plain data.

use std::cell::RefCell;
use std::collections::BTreeSet;

/// What tells apart the places of a tree that the world hears from. In a tree with a parameter it is counted from the
/// parameter's value.
pub type Id = u32;

/// A tree with its subtrees. The first one is the tree itself; each may stand in those before it.
#[derive(Clone, Debug)]
pub struct Program {
    /// The trees.
    pub trees: Vec<Tree>,
    /// Whether the trees return an error.
    pub fallible: bool,
}

/// One tree.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Its root.
    pub root: Node,
    /// Whether it has the parameter `base`, which is added to all its ids.
    pub has_base: bool,
    /// Its first id, and how many it has.
    pub ids: std::ops::Range<Id>,
}

/// A node.
#[derive(Clone, Debug)]
pub struct Node {
    /// The number of its label, which is unique in its tree.
    pub label: Option<u32>,
    /// What it is.
    pub kind: Kind,
    /// Its children.
    pub children: Vec<Node>,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A leaf with a type of its own.
    Leaf(Leaf, Id),
    /// A leaf whose argument is a closure of the context.
    Argued(Id, Id),
    /// A function that acts.
    Action(Id),
    /// A function that asks.
    Condition(Id),
    /// Another tree.
    Subtree {
        /// Which one.
        tree: usize,
        /// What its ids are counted from.
        base: Id,
    },
    /// `succeed`
    Succeed,
    /// `fail`
    Fail,
    /// `running`
    Running,
    /// `wait_until`
    WaitUntil(Id),
    /// `wait`
    Wait(Time),
    /// `sequence`
    Sequence,
    /// `selector`
    Selector,
    /// `reactive_sequence`
    ReactiveSequence,
    /// `reactive_selector`
    ReactiveSelector,
    /// `parallel`, with its thresholds if they are given.
    Parallel(Option<Threshold>, Option<Threshold>),
    /// `parallel_all`
    ParallelAll(Option<Threshold>),
    /// `race`
    Race,
    /// `if_else`
    IfElse,
    /// `reactive_if_else`
    ReactiveIfElse(Id),
    /// `switch`
    Switch(Id, Vec<Pattern>),
    /// `reactive_switch`
    ReactiveSwitch(Id, Vec<Pattern>),
    /// `inverter`
    Inverter,
    /// `unchecked`
    Unchecked,
    /// `force_success`
    ForceSuccess,
    /// `force_failure`
    ForceFailure,
    /// `repeat`
    Repeat(Count),
    /// `forever`
    Forever,
    /// `repeat_until_failure`
    RepeatUntilFailure,
    /// `repeat_until_success`
    RepeatUntilSuccess,
    /// `retry`
    Retry(Count),
    /// `precondition`
    Precondition(Id),
    /// `guard`
    Guard(Id),
    /// `run_once`
    RunOnce,
    /// `run_limit`
    RunLimit(Count),
    /// `delay`
    Delay(Time),
    /// `timeout`
    Timeout(Time),
    /// A decorator of the user's.
    Moody(Id),
}

/// The types of leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Leaf {
    /// Answers anything.
    Scripted,
    /// The same, through the derive.
    Derived,
    /// A variant of an enum of leaves.
    Chosen,
    /// Another variant, which answers `bool`.
    ChosenQuick,
    /// Answers `bool`.
    Quick,
    /// Answers `()`.
    Sure,
    /// Answers anything, or an error.
    Fallible,
}

/// A threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Threshold {
    /// A number.
    Of(usize),
    /// `all`
    All,
    /// `any`
    Any,
}

impl Threshold {
    /// The number of children that it is.
    pub fn number(self, children: usize) -> usize {
        match self {
            Threshold::Of(number) => number,
            Threshold::All => children,
            Threshold::Any => 1,
        }
    }
}

/// A pattern of a `switch` over a small number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pattern {
    /// `2`
    Is(u32),
    /// `1 | 4`
    Either(u32, u32),
    /// `n if n > 2`
    Above(u32),
    /// `_`
    Any,
}

impl Pattern {
    /// Whether it matches.
    pub fn matches(self, number: u32) -> bool {
        match self {
            Pattern::Is(value) => number == value,
            Pattern::Either(one, other) => number == one || number == other,
            Pattern::Above(value) => number > value,
            Pattern::Any => true,
        }
    }
}

/// How often.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Count {
    /// A number.
    Of(u32),
    /// What the context says.
    Asked(Id),
}

/// How long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Time {
    /// In nanoseconds.
    Of(u64),
    /// What the context says.
    Asked(Id),
}

impl Node {
    /// A node without a label.
    pub fn new(kind: Kind, children: Vec<Node>) -> Self {
        Node { label: None, kind, children }
    }

    /// This node and all below it, in pre-order.
    pub fn all(&self) -> Vec<&Node> {
        let below = self.children.iter().flat_map(Node::all);
        std::iter::once(self).chain(below).collect()
    }
}

impl Kind {
    /// The same with other ids.
    pub fn with_ids(&self, id: impl Fn(Id) -> Id) -> Kind {
        let count = |count: &Count| match count {
            Count::Of(_) => *count,
            Count::Asked(asked) => Count::Asked(id(*asked)),
        };
        let time = |time: &Time| match time {
            Time::Of(_) => *time,
            Time::Asked(asked) => Time::Asked(id(*asked)),
        };
        match self {
            Kind::Leaf(leaf, own) => Kind::Leaf(*leaf, id(*own)),
            Kind::Argued(own, argument) => Kind::Argued(id(*own), id(*argument)),
            Kind::Action(own) => Kind::Action(id(*own)),
            Kind::Condition(own) => Kind::Condition(id(*own)),
            Kind::Subtree { tree, base } => Kind::Subtree { tree: *tree, base: id(*base) },
            Kind::WaitUntil(own) => Kind::WaitUntil(id(*own)),
            Kind::ReactiveIfElse(own) => Kind::ReactiveIfElse(id(*own)),
            Kind::Switch(own, arms) => Kind::Switch(id(*own), arms.clone()),
            Kind::ReactiveSwitch(own, arms) => Kind::ReactiveSwitch(id(*own), arms.clone()),
            Kind::Precondition(own) => Kind::Precondition(id(*own)),
            Kind::Guard(own) => Kind::Guard(id(*own)),
            Kind::Moody(own) => Kind::Moody(id(*own)),
            Kind::Repeat(times) => Kind::Repeat(count(times)),
            Kind::Retry(times) => Kind::Retry(count(times)),
            Kind::RunLimit(times) => Kind::RunLimit(count(times)),
            Kind::Wait(span) => Kind::Wait(time(span)),
            Kind::Delay(span) => Kind::Delay(time(span)),
            Kind::Timeout(span) => Kind::Timeout(time(span)),
            other => other.clone(),
        }
    }
}

impl Program {
    /// The same meaning in one tree: each subtree's text in its place, without its labels, since labels are unique.
    pub fn in_place(&self) -> Program {
        let main = &self.trees[0];
        let root = self.written_out(&main.root, 0, true);
        let ids = 0..self.trees.iter().map(|tree| tree.ids.end).max().unwrap_or(0);
        Program { trees: vec![Tree { root, has_base: false, ids }], fallible: self.fallible }
    }

    fn written_out(&self, node: &Node, base: Id, labels: bool) -> Node {
        let label = node.label.filter(|_| labels);
        if let Kind::Subtree { tree, base: inner } = node.kind {
            let tree = &self.trees[tree];
            let root = self.written_out(&tree.root, if tree.has_base { base + inner } else { 0 }, false);
            return Node { label, ..root };
        }
        let children = node.children.iter().map(|child| self.written_out(child, base, labels)).collect();
        Node { label, kind: node.kind.with_ids(|id| id + base), children }
    }

    /// Whether an error can come out of a tree; the first one always says that it can, if the program does.
    pub fn is_fallible(&self, tree: usize) -> bool {
        let raises = |node: &&Node| match node.kind {
            Kind::Leaf(Leaf::Fallible, _) => true,
            Kind::Subtree { tree, .. } => self.is_fallible(tree),
            _ => false,
        };
        self.fallible && (tree == 0 || self.trees[tree].root.all().iter().any(raises))
    }

    /// How many ids the world must know.
    pub fn ids(&self) -> usize {
        self.trees.iter().map(|tree| tree.ids.end).max().unwrap_or(0) as usize
    }

    /// How many nodes there are in all.
    pub fn size(&self) -> usize {
        self.trees.iter().map(|tree| tree.root.all().len()).sum()
    }

    /// Whether a node anywhere has this property.
    pub fn any(&self, property: impl Fn(&Kind) -> bool) -> bool {
        self.trees.iter().any(|tree| tree.root.all().iter().any(|node| property(&node.kind)))
    }

    /// Whether something is kept that outlives the nodes.
    pub fn keeps(&self) -> bool {
        self.any(|kind| matches!(kind, Kind::RunOnce | Kind::RunLimit(_)))
    }

    /// Whether there is a node that takes time.
    pub fn is_timed(&self) -> bool {
        self.any(|kind| matches!(kind, Kind::Wait(_) | Kind::Delay(_) | Kind::Timeout(_)))
    }
}

/// The same text for as long as the program runs, so that names can be compared and copied freely.
pub fn intern(text: &str) -> &'static str {
    thread_local!(static NAMES: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) });
    NAMES.with_borrow_mut(|names| match names.get(text) {
        Some(name) => name,
        None => {
            let name: &'static str = Box::leak(text.to_owned().into_boxed_str());
            names.insert(name);
            name
        }
    })
}
