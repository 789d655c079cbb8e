//! A tree as the search sees it: plain nodes in pre-order, with those of subtrees in their places.

use std::ops::Range;

use bt_compiler::tree::builtin::{Builtin, Meaning};
use bt_compiler::tree::ir::Outcome;

/// The number of a node, in pre-order.
pub type Id = usize;

/// A whole tree.
pub struct Shape {
    pub nodes: Vec<Node>,
    /// The texts of the conditions that several nodes ask.
    pub atoms: Vec<String>,
    /// Whether the tree returns errors.
    pub fallible: bool,
    /// Whether the loops of a tick can use up its 10,000 passes.
    pub exhausts: bool,
    /// Whether several nodes ask a condition with the same text.
    pub has_atoms: bool,
    /// Whether an abort or an error leaves something that a new tree does not have, or runs something.
    pub abort_matters: bool,
}

/// A node.
#[derive(Clone)]
pub struct Node {
    pub kind: Kind,
    /// Its label if it has one, else its name.
    pub title: String,
    /// What it can be called in a question: its label or name, and for the root of a subtree that of the subtree.
    pub names: Vec<String>,
    /// Its facts, if it is built in.
    pub builtin: Option<&'static Builtin>,
    /// Its condition as it is written, if it has one; that of its arm in a `priority`.
    pub condition: String,
    /// The bytes of its name in the file that is proved; for a node of a subtree in another file, those of the subtree.
    pub range: Range<usize>,
    pub parent: Option<Id>,
    pub children: Vec<Id>,
    /// The first number after those of the nodes below it.
    pub end: Id,
    /// Whether time can pass in it.
    pub timed: bool,
    /// Whether it or a node below is a `finally`.
    pub cleans_up: bool,
}

impl Node {
    /// Whether it is a built-in node with this meaning.
    pub fn means(&self, meaning: Meaning) -> bool {
        self.builtin.is_some_and(|builtin| builtin.meaning == meaning)
    }

    /// Whether the user says with it that what looks like a mistake below is meant.
    pub fn excuses(&self) -> bool {
        self.means(Meaning::Passes)
    }
}

/// What a leaf can answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Can {
    pub success: bool,
    pub failure: bool,
    pub running: bool,
    /// Whether it can return an error, in a tree that returns errors.
    pub error: bool,
    /// Whether it can use some of the time of a tick.
    pub timed: bool,
}

impl Can {
    /// Anything.
    pub const ANYTHING: Can = Can { success: true, failure: true, running: true, error: true, timed: true };
}

/// A condition that is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Free in each asking.
    Free,
    /// One answer in each tick: the number of its text, and whether the node asks for that or its contrary.
    Atom(usize, bool),
}

/// How often something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    Endless,
    Known(u64),
    /// Any number.
    Unknown,
}

/// The result that lets a composite continue with its next child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    Success,
    Failure,
    Running,
}

impl From<Outcome> for Status {
    fn from(outcome: Outcome) -> Status {
        match outcome {
            Outcome::Success => Status::Success,
            Outcome::Failure => Status::Failure,
        }
    }
}

/// What a node is, and what it needs.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Leaf(Can),
    Condition(Asked),
    WaitUntil(Asked),
    Chain(Status),
    Reactive(Status),
    /// In any order.
    Unordered(Status),
    /// The children that can be drawn, and whether it can be that none is.
    Weighted(Vec<usize>, bool),
    IfElse,
    If(Asked),
    Switch,
    ReactiveSwitch,
    ReactiveIf(Asked),
    /// The condition of each child, and whether it is asked while the child is active.
    Priority(Vec<(Option<Asked>, bool)>),
    Contest,
    RoundRobin,
    Pipeline,
    Recover(Count),
    Finally,
    Observe,
    /// The thresholds for success and failure, where they are known.
    Parallel(Option<usize>, Option<usize>),
    /// The threshold for failure, where it is known.
    ParallelAll(Option<usize>),
    /// A parallel without some of its branches, so that it can end at any time; and whether time passes in them.
    Side(bool),
    SimpleParallel,
    /// What success and failure become.
    Map(Status, Status),
    /// The result of the child after which it runs again, the result after the other one, and how often it runs.
    Loop(Status, Status, Count),
    ForEach,
    Precondition(Asked),
    Guard(Asked),
    /// Whether the child can be drawn, and whether it can be left out.
    Probability(bool, bool),
    /// Waits for a time before its child.
    Delay,
    Timeout,
    Cooldown,
    Keyed,
    RunOnce,
    RunLimit(Count),
    /// Passes its child on.
    Passes,
    Decorator,
    Composite,
}

/// A node holds a bit, or two, for each of its children.
const MOST_CHILDREN: usize = 56;

impl Shape {
    /// The nodes that are called this.
    pub fn named(&self, name: &str) -> Vec<Id> {
        (0..self.nodes.len()).filter(|&id| self.nodes[id].names.iter().any(|own| own == name)).collect()
    }

    /// Finds out what depends on the nodes below, and forgets the texts that one node asks alone.
    pub fn settle(&mut self) {
        for id in (0..self.nodes.len()).rev() {
            let timed = match &self.nodes[id].kind {
                Kind::Leaf(can) => can.timed,
                Kind::Side(true) => true,
                Kind::Delay | Kind::Timeout | Kind::Decorator => true,
                _ => self.nodes[id].children.iter().any(|&child| self.nodes[child].timed),
            };
            let cleans_up = self.nodes[id].kind == Kind::Finally
                || self.nodes[id].children.iter().any(|&child| self.nodes[child].cleans_up);
            (self.nodes[id].timed, self.nodes[id].cleans_up) = (timed, cleans_up);
        }
        let mut counts = vec![0; self.atoms.len()];
        self.asked(&mut |asked| {
            if let Asked::Atom(atom, _) = asked {
                counts[*atom] += 1;
            }
        });
        let mut any = false;
        self.asked(&mut |asked| match asked {
            Asked::Atom(atom, _) if counts[*atom] < 2 => *asked = Asked::Free,
            Asked::Atom(..) => any = true,
            Asked::Free => {}
        });
        self.has_atoms = any;
    }

    fn asked(&mut self, change: &mut dyn FnMut(&mut Asked)) {
        for node in &mut self.nodes {
            match &mut node.kind {
                Kind::Condition(asked) | Kind::WaitUntil(asked) | Kind::If(asked) | Kind::ReactiveIf(asked) => {
                    change(asked);
                }
                Kind::Precondition(asked) | Kind::Guard(asked) => change(asked),
                Kind::Priority(arms) => arms.iter_mut().filter_map(|(asked, _)| asked.as_mut()).for_each(&mut *change),
                _ => {}
            }
        }
    }

    /// Each condition free in each asking, whatever its text.
    pub fn with_free_conditions(mut self) -> Shape {
        self.asked(&mut |asked| *asked = Asked::Free);
        self.has_atoms = false;
        self
    }

    /// Whether the search can look at it: no node has too many children.
    pub fn fits(&self) -> bool {
        self.nodes.iter().all(|node| match node.kind {
            Kind::Parallel(..) | Kind::ParallelAll(_) => node.children.len() <= 32,
            Kind::Unordered(_) | Kind::Priority(_) | Kind::Contest => node.children.len() <= MOST_CHILDREN,
            _ => node.children.len() < usize::from(u16::MAX),
        })
    }
}
