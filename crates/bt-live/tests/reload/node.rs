//! Trees as data: to be written, edited, and walked through.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Act,
    Nap,
    Eat,
    Greet,
    Find,
    Name,
    Sequence,
    Selector,
    Inverter,
    Parallel,
    ParallelAll,
    Repeat,
    Retry,
    Timeout,
    Patience,
    RunOnce,
    Cooldown,
    Guard,
    Finally,
}

use Kind::*;

/// A tree that is edited.
#[derive(Clone, Debug)]
pub struct Tree {
    pub kind: Kind,
    pub label: Option<u32>,
    pub number: u32,
    /// The name that it binds, or uses. Those of texts are odd.
    pub name: u32,
    pub children: Vec<Tree>,
}

impl Kind {
    /// Whether it may come and go above an active node.
    pub fn is_plain(self) -> bool {
        matches!(self, Sequence | Selector | Inverter)
    }

    pub fn has_many(self) -> bool {
        matches!(self, Sequence | Selector | Parallel | ParallelAll)
    }

    pub fn is_binder(self) -> bool {
        matches!(self, Find | Name)
    }

    pub fn is_leaf(self) -> bool {
        matches!(self, Act | Nap | Eat | Greet | Find | Name)
    }
}

impl Tree {
    pub fn size(&self) -> usize {
        1 + self.children.iter().map(Tree::size).sum::<usize>()
    }

    /// Times are odd numbers of milliseconds, so that no two ends are at the same moment.
    pub fn args(&self) -> String {
        let Tree { number, name, .. } = self;
        match self.kind {
            Act | Patience => format!("({number})"),
            Nap => format!("({number}, {})", self.millis()),
            Eat | Greet => format!("(v{name})"),
            Repeat | Retry => format!("({})", number % 3 + 1),
            Timeout | Cooldown => format!("({}.{:03})", self.millis() / 1000, self.millis() % 1000),
            Guard => format!("(|world| world.holds({}))", number % 3),
            _ => String::new(),
        }
    }

    pub fn millis(&self) -> u64 {
        let odd = match self.kind {
            Nap => 301,
            Timeout => 557,
            _ => 131,
        };
        u64::from(self.number % 5) * 1000 + odd
    }

    fn word(&self) -> &'static str {
        match self.kind {
            Act => "act",
            Nap => "nap",
            Eat => "eat",
            Greet => "greet",
            Find => "find",
            Name => "name",
            Sequence => "sequence",
            Selector => "selector",
            Inverter => "inverter",
            Parallel => "parallel",
            ParallelAll => "parallel_all",
            Repeat => "repeat",
            Retry => "retry",
            Timeout => "timeout",
            Patience => "patience",
            RunOnce => "run_once",
            Cooldown => "cooldown",
            Guard => "guard",
            Finally => "finally",
        }
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(label) = self.label {
            write!(formatter, "label{label}: ")?;
        }
        write!(formatter, "{}{}", self.word(), self.args())?;
        if let Find | Name = self.kind {
            write!(formatter, " -> v{}", self.name)?;
        }
        if self.children.is_empty() {
            return Ok(());
        }
        let children: Vec<String> = self.children.iter().map(Tree::to_string).collect();
        write!(formatter, " < {} >", children.join(", "))
    }
}

/// The number of a node in pre-order.
pub type Id = usize;

/// The nodes of a tree in pre-order.
pub struct Nodes(pub Vec<Node>);

pub struct Node {
    pub tree: Tree,
    pub parent: Option<Id>,
    pub children: Vec<Id>,
    /// The node after all below it.
    pub end: Id,
}

impl Nodes {
    pub fn of(tree: &Tree) -> Self {
        let mut nodes = Nodes(Vec::new());
        nodes.add(tree, None);
        nodes
    }

    fn add(&mut self, tree: &Tree, parent: Option<Id>) -> Id {
        let id = self.0.len();
        let own = Tree { children: Vec::new(), ..tree.clone() };
        self.0.push(Node { tree: own, parent, children: Vec::new(), end: id });
        let children: Vec<Id> = tree.children.iter().map(|child| self.add(child, Some(id))).collect();
        let end = self.0.len();
        (self.0[id].children, self.0[id].end) = (children, end);
        id
    }

    pub fn kind(&self, id: Id) -> Kind {
        self.0[id].tree.kind
    }

    pub fn children(&self, id: Id) -> &[Id] {
        &self.0[id].children
    }

    pub fn is_inside(&self, id: Id, outer: Id) -> bool {
        (outer..self.0[outer].end).contains(&id)
    }

    /// The number of the child of a node in which another node is.
    pub fn child_with(&self, id: Id, inside: Id) -> usize {
        let with = |&child: &Id| self.is_inside(inside, child);
        self.children(id).iter().position(with).expect("it is below the node")
    }

    /// The node that binds a name which can be used at a node: an earlier child of a `sequence` above it.
    pub fn binder(&self, name: u32, at: Id) -> Option<Id> {
        let parent = self.0[at].parent?;
        let is = |&&id: &&Id| id < at && self.kind(id).is_binder() && self.0[id].tree.name == name;
        let here = if self.kind(parent) == Sequence { self.children(parent).iter().find(is) } else { None };
        here.copied().or_else(|| self.binder(name, parent))
    }

    /// The nodes that bind what a node and those below it use.
    pub fn uses(&self, id: Id) -> Vec<Id> {
        let all = (id..self.0[id].end).filter(|&id| matches!(self.kind(id), Eat | Greet));
        all.filter_map(|id| self.binder(self.0[id].tree.name, id)).collect()
    }
}
