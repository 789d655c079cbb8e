//! `Description`: the nodes of a whole tree.

use core::fmt::{self, Display, Formatter};

use super::drawing::draw;
use crate::node_info::NodeInfo;
use crate::outline::facts::Facts;
use crate::tree::Tree;

/// The description of a tree: its nodes as declared, with subtrees written out.
///
/// `{}` draws it, and `{:#}` draws it in plain ASCII. The drawing has a line for each node, in the order of the
/// positions.
///
/// ```
/// use bt::bt;
/// use bt::describe::Description;
///
/// bt! { Rest(()) = sequence < sit, timeout(5.0) < dream: running > > }
/// # use bt::leaf;
/// # #[leaf]
/// # fn sit(_: &mut ()) {}
///
/// const REST: Description = Description::of::<Rest>();
/// assert_eq!(REST.nodes().map(|node| node.title()).collect::<Vec<_>>(), ["sequence", "sit", "timeout", "dream"]);
/// assert_eq!(REST.to_string(), "\
/// sequence
/// ├── sit
/// └── timeout(5.0)
///     └── dream: running
/// ");
/// assert_eq!(format!("{REST:#}"), "\
/// sequence
/// |-- sit
/// `-- timeout(5.0)
///     `-- dream: running
/// ");
/// ```
#[derive(Clone, Copy)]
pub struct Description {
    facts: &'static Facts,
}

impl Description {
    #[doc(hidden)]
    pub const fn new(facts: &'static Facts) -> Self {
        Description { facts }
    }

    /// The description of a type of trees. That of an enum of trees has no nodes, since they depend on its variant: use
    /// the types in it, or [`drawing`](super::drawing()) for a value.
    pub const fn of<T: Tree>() -> Self {
        Description { facts: const { &T::__FACTS } }
    }

    /// The number of nodes: at least 1, but 0 for an enum of trees.
    #[expect(clippy::len_without_is_empty, reason = "only an enum of trees has no nodes")]
    pub const fn len(&self) -> usize {
        self.facts.nodes()
    }

    /// All nodes, each before its children. The number of a node in this order is its position.
    ///
    /// Each node is parsed from a text. So collect them once, rather than in every tick.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeInfo> + Clone + use<> {
        self.facts.all()
    }

    /// The node at a position; `None` after the last one.
    pub fn node(&self, position: usize) -> Option<NodeInfo> {
        (position < self.len()).then(|| self.facts.find(position))
    }

    /// The children of a node of this tree, in order.
    ///
    /// ```
    /// use bt::bt;
    /// use bt::describe::Description;
    ///
    /// bt! { Snooze(()) { secs: f32 } = timeout(secs) < running > }
    /// bt! { Night(()) = race < snooze(0.5), inverter < running > > }
    ///
    /// const NIGHT: Description = Description::of::<Night>();
    /// let root = NIGHT.node(0).expect("a tree has a root");
    /// let titles = |node| NIGHT.children(node).map(|child| child.title()).collect::<Vec<_>>();
    /// assert_eq!(titles(&root), ["snooze", "inverter"]);
    /// let snooze = NIGHT.children(&root).next().expect("it has two children");
    /// assert_eq!((snooze.name, snooze.args, snooze.params), ("timeout", "(secs)", "secs: f32"));
    /// assert_eq!(titles(&snooze), ["running"]);
    /// ```
    pub fn children(&self, node: &NodeInfo) -> impl Iterator<Item = NodeInfo> + Clone + use<> {
        let (tree, end, mut position) = (*self, node.end.min(self.len()), node.position + 1);
        core::iter::from_fn(move || {
            let child = tree.node(position).filter(|child| child.position < end)?;
            position = child.end;
            Some(child)
        })
    }

    /// Whether it has a node that runs a boxed tree.
    pub(crate) fn holds_trees(self) -> bool {
        self.facts.holds()
    }
}

impl Display for Description {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        draw(self.facts, formatter)
    }
}

impl fmt::Debug for Description {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.nodes()).finish()
    }
}

impl PartialEq for Description {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.facts, other.facts) || self.facts.is_like(other.facts)
    }
}

impl Eq for Description {}
