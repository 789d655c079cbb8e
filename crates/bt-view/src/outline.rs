//! `Outline`: the nodes of a tree as owned data.

use std::fmt::{self, Display, Formatter};

use bt::Tree;
use bt::describe::{Description, NodeInfo, NodeKind};

/// The nodes of a tree in pre-order: an owned [`Description`]. It may come from a recording, of a tree that this
/// program does not have.
///
/// ```
/// use bt_view::Outline;
///
/// bt::bt! { Nap(()) = sequence < fall_asleep: succeed, dream: running > }
///
/// let outline = Outline::of::<Nap>();
/// assert_eq!(outline.nodes().len(), 3);
/// assert_eq!(outline.nodes()[2].parent, Some(0));
/// assert_eq!(outline.nodes()[0].children, [1, 2]);
/// assert_eq!(outline.nodes()[2].to_string(), "dream: running");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    nodes: Vec<Node>,
}

/// A node of an [`Outline`]: the fields of [`NodeInfo`] that a recording keeps. Parents and children are positions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Node {
    /// Whether it is a composite, a decorator or a leaf.
    pub kind: NodeKind,
    /// Its label, if it has one.
    pub label: Option<String>,
    /// Its name, as written in the tree.
    pub name: String,
    /// Its arguments, with parentheses or braces, as in [`NodeInfo::args`]; empty if there are none.
    pub args: String,
    /// The pattern or condition before its `=>`, if it is a child of a `switch` or a `priority`; otherwise empty.
    pub arm: String,
    /// The number of its ancestors: 0 for the root.
    pub depth: usize,
    /// The line of its name in the source file, counted from 1; 0 if it is not known.
    pub line: usize,
    /// The column of its name in the source file, counted from 1; 0 if it is not known.
    pub column: usize,
    /// The position of its parent, if it is not the root. [`Outline::from_nodes`] sets it.
    pub parent: Option<usize>,
    /// The positions of its children. [`Outline::from_nodes`] sets them.
    pub children: Vec<usize>,
}

impl Node {
    /// A node for [`Outline::from_nodes`], without label, arguments and arm. `depth` is the number of its ancestors.
    /// Its line and column are 0.
    ///
    /// ```
    /// use bt_view::Node;
    /// # use bt::describe::NodeKind;
    ///
    /// let mut nap = Node::new(NodeKind::Leaf, "wait", 1);
    /// nap.args = "(0.5)".to_owned();
    /// assert_eq!(nap.to_string(), "wait(0.5)");
    /// ```
    pub fn new(kind: NodeKind, name: impl Into<String>, depth: usize) -> Self {
        Node {
            kind,
            label: None,
            name: name.into(),
            args: String::new(),
            arm: String::new(),
            depth,
            line: 0,
            column: 0,
            parent: None,
            children: Vec::new(),
        }
    }

    /// Its label, or its name if it has none.
    pub fn title(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.name)
    }

    /// Its text for a picture: without its arguments if they are too long.
    pub(crate) fn short(&self) -> String {
        let (text, args) = (self.to_string(), self.args.chars().count());
        if args <= LONGEST_ARGS {
            return text;
        }
        let before = text.chars().count() - args;
        let end = self.args.chars().last();
        text.chars().take(before + LONGEST_ARGS - 2).chain(['…']).chain(end).collect()
    }
}

/// The most characters of arguments in a picture.
pub(crate) const LONGEST_ARGS: usize = 28;

/// As written in the tree, without its children: `label: name(args)`, or `pattern => label: name(args)`.
impl Display for Node {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        if !self.arm.is_empty() {
            write!(formatter, "{} => ", self.arm)?;
        }
        if let Some(label) = &self.label {
            write!(formatter, "{label}: ")?;
        }
        write!(formatter, "{}{}", self.name, self.args)
    }
}

impl From<NodeInfo> for Node {
    fn from(info: NodeInfo) -> Self {
        Node {
            kind: info.kind,
            label: info.label.map(str::to_owned),
            name: info.name.to_owned(),
            args: info.args.to_owned(),
            arm: info.arm.to_owned(),
            depth: info.depth,
            line: info.line,
            column: info.column,
            parent: None,
            children: Vec::new(),
        }
    }
}

impl From<Description> for Outline {
    fn from(description: Description) -> Self {
        Outline::from_nodes(description.nodes().map(Node::from))
    }
}

impl Outline {
    /// The outline of a tree type.
    pub fn of<T: Tree>() -> Self {
        Description::of::<T>().into()
    }

    /// All nodes, each before its children: the index of a node is its position.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// An outline of nodes that do not come from a compiled tree. Each node comes before its children; depths tell
    /// which node is whose parent.
    ///
    /// ```
    /// use bt_view::{Drawing, Node, Outline};
    /// # use bt::describe::NodeKind;
    ///
    /// let root = Node::new(NodeKind::Composite, "sequence", 0);
    /// let outline = Outline::from_nodes([root, Node::new(NodeKind::Leaf, "walk", 1)]);
    /// assert_eq!(Drawing::new(&outline).text(), "sequence\n└── walk\n");
    /// ```
    pub fn from_nodes(nodes: impl IntoIterator<Item = Node>) -> Self {
        let mut outline: Vec<Node> = Vec::new();
        let mut parents = Vec::new();
        for (position, mut node) in nodes.into_iter().enumerate() {
            parents.truncate(node.depth);
            node.parent = parents.last().copied();
            node.children.clear();
            if let Some(parent) = node.parent {
                outline[parent].children.push(position);
            }
            parents.push(position);
            outline.push(node);
        }
        Outline { nodes: outline }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn node(depth: usize, name: &str) -> Node {
        Node {
            kind: NodeKind::Leaf,
            label: None,
            name: name.to_owned(),
            args: String::new(),
            arm: String::new(),
            depth,
            line: 1,
            column: 1,
            parent: None,
            children: Vec::new(),
        }
    }

    pub fn titles(outline: &Outline) -> Vec<&str> {
        outline.nodes().iter().map(Node::title).collect()
    }

    /// A random tree, always the same one for a seed.
    pub fn random(seed: u64, size: usize) -> Outline {
        let mut chance = Chance(seed);
        let mut depth = 0;
        let nodes = (0..size).map(|position| {
            depth = if position == 0 { 0 } else { 1 + chance.below(depth + 1) };
            let length = 1 + chance.below(60);
            node(depth, &"name of a node ".repeat(5)[..length])
        });
        Outline::from_nodes(nodes)
    }

    /// Splitmix64.
    pub struct Chance(pub u64);

    impl Chance {
        pub fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ (mixed >> 31)
        }

        pub fn below(&mut self, bound: usize) -> usize {
            (self.next() % bound as u64) as usize
        }
    }
}
