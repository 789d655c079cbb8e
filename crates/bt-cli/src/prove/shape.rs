//! A tree as the search sees it: plain nodes in pre-order, with subtrees written out.

use std::ops::Range;

use bt::Status;
use bt_compiler::leaf::Can;
use bt_compiler::tree::builtin::{Builtin, Meaning};
use bt_compiler::tree::ir::Outcome;

/// The number of a node, in pre-order.
pub type Id = usize;

/// A whole tree.
pub struct Shape {
    pub nodes: Vec<Node>,
    /// The texts of conditions that several nodes check.
    pub atoms: Vec<String>,
    /// Whether the tree returns errors.
    pub fallible: bool,
    /// Whether loops can use up the 10,000 passes of a tick.
    pub exhausts: bool,
    /// Whether several nodes check a condition with the same text.
    pub has_atoms: bool,
    /// Whether an abort or an error runs anything, or leaves anything behind that a new tree does not have.
    pub abort_matters: bool,
}

/// A node.
#[derive(Clone)]
pub struct Node {
    pub kind: Kind,
    /// Its label, or else its name.
    pub title: String,
    /// Its names in questions: its label or name; for the root of a subtree also those of the subtree.
    pub names: Vec<String>,
    /// Its facts, if it is built in.
    pub builtin: Option<&'static Builtin>,
    /// Its condition as written, if it has one; for a child of a `priority`, that of its arm.
    pub condition: String,
    /// The bytes of its name in the checked file. A node from another file has the bytes of its subtree's name.
    pub range: Range<usize>,
    pub parent: Option<Id>,
    pub children: Vec<Id>,
    /// The number after those of its descendants.
    pub end: Id,
    /// Whether it can take time.
    pub timed: bool,
    /// Whether it is or contains a `finally`.
    pub cleans_up: bool,
}

impl Node {
    /// Whether it is a built-in node with this meaning.
    pub fn means(&self, meaning: Meaning) -> bool {
        self.builtin.is_some_and(|builtin| builtin.meaning == meaning)
    }

    /// Whether it is an `unchecked`, which allows what looks like a mistake below it.
    pub fn excuses(&self) -> bool {
        self.means(Meaning::Passes)
    }
}

/// A condition that a node checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Holds or not, freely, whenever it is checked.
    Free,
    /// Has one answer per tick: the number of its text, and whether the node checks it as written or negated.
    Atom(usize, bool),
}

/// How often something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    Endless,
    Known(u64),
    /// Any number.
    Unknown,
}

/// A result as the status of a node.
pub fn status(outcome: Outcome) -> Status {
    match outcome {
        Outcome::Success => Status::Success,
        Outcome::Failure => Status::Failure,
    }
}

/// The kind of a node, with its data.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Leaf(Can),
    /// A built-in node with children or a condition.
    Builtin(Meaning, Args),
    /// A parallel with some of its branches omitted, so it may end at any time; and whether they take time.
    Side(bool),
    Decorator,
    Composite,
}

impl Kind {
    /// Whether it is a node with this meaning that is not replaced.
    pub fn means(&self, meaning: Meaning) -> bool {
        matches!(self, Kind::Builtin(own, _) if *own == meaning)
    }

    /// Whether it is one of the nodes with thresholds.
    pub fn is_parallel(&self) -> bool {
        matches!(self, Kind::Builtin(Meaning::Parallel | Meaning::ParallelAll | Meaning::Race, _))
    }
}

/// What the arguments of a built-in node say. What a node does not have is at its default.
#[derive(Clone, Debug, PartialEq)]
pub struct Args {
    pub condition: Option<Asked>,
    pub count: Count,
    /// The thresholds for success and failure, if known.
    pub thresholds: [Option<usize>; 2],
    /// The children that may be drawn.
    pub drawn: Vec<usize>,
    /// Whether possibly none is drawn.
    pub draws_none: bool,
    /// The condition of each child, and whether it is checked while the child is active.
    pub arms: Vec<(Option<Asked>, bool)>,
}

/// A node stores one or two bits for each child.
const MOST_CHILDREN: usize = 56;

impl Shape {
    /// The nodes with this name.
    pub fn named(&self, name: &str) -> Vec<Id> {
        (0..self.nodes.len()).filter(|&id| self.nodes[id].names.iter().any(|own| own == name)).collect()
    }

    /// Derives what depends on descendants, and frees the conditions that only one node checks.
    pub fn settle(&mut self) {
        for id in (0..self.nodes.len()).rev() {
            let timed = match &self.nodes[id].kind {
                Kind::Leaf(can) => can.timed,
                Kind::Side(true) => true,
                Kind::Decorator | Kind::Builtin(Meaning::Delay | Meaning::Timeout, _) => true,
                _ => self.nodes[id].children.iter().any(|&child| self.nodes[child].timed),
            };
            let cleans_up = self.nodes[id].kind.means(Meaning::Finally)
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
            if let Kind::Builtin(_, args) = &mut node.kind {
                let of_arms = args.arms.iter_mut().filter_map(|(asked, _)| asked.as_mut());
                args.condition.iter_mut().chain(of_arms).for_each(&mut *change);
            }
        }
    }

    /// The same tree, with every condition free at every check, whatever its text.
    pub fn with_free_conditions(mut self) -> Shape {
        self.asked(&mut |asked| *asked = Asked::Free);
        self.has_atoms = false;
        self
    }

    /// Whether the search can handle it: no node has too many children.
    pub fn fits(&self) -> bool {
        self.nodes.iter().all(|node| match &node.kind {
            kind if kind.is_parallel() || matches!(kind, Kind::Side(_)) => node.children.len() <= 32,
            Kind::Builtin(Meaning::Unordered(_) | Meaning::Priority | Meaning::Contest, _) => {
                node.children.len() <= MOST_CHILDREN
            }
            _ => node.children.len() < usize::from(u16::MAX),
        })
    }
}
