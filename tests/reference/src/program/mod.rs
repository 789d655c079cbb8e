//! A tree with its subtrees, as plain data.

use std::cell::RefCell;
use std::collections::BTreeSet;

mod arguments;
mod facts;
mod groups;
mod kind;

pub use arguments::Argument;
pub use facts::{Facts, Gives, Reaches, Restarts, Waits};
pub(crate) use groups::{asking, counting, lasting, no_argument, no_child, passing, repeating, several};
pub use kind::{Chance, Given, Kind, Leaf, Moods, Number, Pattern, Score, Threshold, Time, Turn, Turns, Weight};

/// Identifies a place in a tree that reports to the world. In a tree with a parameter, ids are counted from the
/// parameter's value.
pub type Id = u32;

/// Identifies a name that values are bound to; no two bindings in a program share it.
pub type Name = u32;

/// A tree with its subtrees. The first one is the tree itself; each may be a leaf of earlier ones.
#[derive(Clone, Debug)]
pub struct Program {
    /// The trees.
    pub trees: Vec<Tree>,
    /// Whether the trees return an error.
    pub fallible: bool,
    /// Whether its subtrees are in boxes, which are made at each start.
    pub boxed: bool,
}

/// One tree.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Its root.
    pub root: Node,
    /// Whether it has the parameter `base`, which is added to all its ids.
    pub has_base: bool,
    /// Whether its header says that it takes messages.
    pub hears: bool,
    /// Whether its header says that it has a value. The first one never has one.
    pub gives: bool,
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
    /// The name of its value. A `parallel` has one for each child, or none; in a `for_each` it is the name of the
    /// items.
    pub binds: Vec<Option<Name>>,
    /// The names in each of its closures, and in its argument if that is [`Given::Bound`].
    pub uses: Vec<Name>,
}

impl Node {
    /// A node without a label.
    pub fn new(kind: Kind, children: Vec<Node>) -> Self {
        Node { label: None, kind, children, binds: vec![], uses: vec![] }
    }

    /// This node, bound to this name.
    pub fn bind(self, name: Name) -> Self {
        Node { binds: vec![Some(name)], ..self }
    }

    /// This node, with these names in its arguments.
    pub fn using(self, names: &[Name]) -> Self {
        Node { uses: names.to_vec(), ..self }
    }

    /// The names that it binds.
    pub fn names(&self) -> impl Iterator<Item = Name> {
        self.binds.iter().copied().flatten()
    }

    /// This node and all below it, in pre-order.
    pub fn all(&self) -> Vec<&Node> {
        let below = self.children.iter().flat_map(Node::all);
        std::iter::once(self).chain(below).collect()
    }
}

impl Program {
    /// An equivalent program of one tree: the text of each subtree is in its place, without its labels, since labels
    /// are unique.
    pub fn in_place(&self) -> Program {
        let main = &self.trees[0];
        let root = self.written_out(&main.root, 0, true, main.hears);
        let ids = 0..self.trees.iter().map(|tree| tree.ids.end).max().unwrap_or(0);
        let tree = Tree { root, has_base: false, hears: main.hears, gives: false, ids };
        Program { trees: vec![tree], fallible: self.fallible, boxed: false }
    }

    /// `hears` says whether the node receives messages.
    fn written_out(&self, node: &Node, base: Id, labels: bool, hears: bool) -> Node {
        let label = node.label.filter(|_| labels);
        if let Kind::Subtree { tree, base: inner } = node.kind {
            let tree = &self.trees[tree];
            let base = if tree.has_base { base + inner } else { 0 };
            let root = self.written_out(&tree.root, base, false, hears);
            let binds = if node.binds.is_empty() { root.binds } else { node.binds.clone() };
            return Node { label, binds, ..root };
        }
        let children = node.children.iter().map(|child| self.written_out(child, base, labels, hears)).collect();
        let kind = node.kind.with_ids(|id| id + base);
        let kind = if hears { kind } else { kind.deaf() };
        Node { label, kind, children, binds: node.binds.clone(), uses: node.uses.clone() }
    }

    /// Whether an error can come out of a tree; for the first one it is always true if the program has errors.
    pub fn is_fallible(&self, tree: usize) -> bool {
        let raises = |node: &&Node| {
            let inner = if let Kind::Subtree { tree, .. } = node.kind { self.is_fallible(tree) } else { false };
            inner
                || matches!(
                    node.kind,
                    Kind::Leaf(Leaf::Fallible | Leaf::Dig | Leaf::Demanded, _)
                        | Kind::Turns(Turns::Brittle, _)
                        | Kind::Moody(Moods::Shaky, _)
                )
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
        self.any(|kind| kind.facts().counts)
    }

    /// Whether it has subtrees, and none is the reactive node of an `observe`: that cannot be in a box.
    pub fn can_be_boxed(&self) -> bool {
        let observed = |node: &&Node| {
            let is_subtree = |child: &Node| matches!(child.kind, Kind::Subtree { .. });
            matches!(node.kind, Kind::Observe(_)) && node.children.iter().any(is_subtree)
        };
        let used = self.any(|kind| matches!(kind, Kind::Subtree { .. }));
        used && !self.trees.iter().any(|tree| tree.root.all().iter().any(observed))
    }

    /// This program with its subtrees in boxes.
    pub fn in_boxes(&self) -> Program {
        Program { boxed: true, ..self.clone() }
    }

    /// Whether this node is a subtree in a box. One with a value is in a box where its value is bound, since a box says
    /// of which type its value is.
    pub fn is_boxed(&self, node: &Node) -> bool {
        let Kind::Subtree { tree, .. } = node.kind else { return false };
        self.boxed && (!self.trees[tree].gives || node.binds.len() == 1)
    }

    /// Whether a tree has a value, or a node binds one.
    pub fn has_values(&self) -> bool {
        fn binds(node: &Node) -> bool {
            !node.binds.is_empty() || node.children.iter().any(binds)
        }
        self.trees.iter().any(|tree| tree.gives || binds(&tree.root))
    }

    /// Whether there is a node that takes time.
    pub fn is_timed(&self) -> bool {
        self.any(|kind| kind.facts().is_timed)
    }

    /// Whether `look` may be called.
    pub fn observes(&self) -> bool {
        self.any(|kind| matches!(kind, Kind::Observe(_)))
    }

    /// Whether messages may be sent to it.
    pub fn hears(&self) -> bool {
        self.trees[0].hears
    }
}

/// Stores a text for as long as the program runs, once, so that names can be compared and copied freely.
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
