//! The constant description of a tree.

/// What sort of node a [`Node`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// It has children, among which it chooses.
    Composite,
    /// It has one child, whose result or time it changes.
    Decorator,
    /// It has no children: it asks or acts.
    Leaf,
}

/// The description of one node of a tree, as it is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// What sort of node it is.
    pub kind: Kind,
    /// Its label, or nothing.
    pub label: Option<&'static str>,
    /// Its name, as it is written.
    pub name: &'static str,
    /// Its arguments as they are written, with their parentheses; empty if there are none.
    pub args: &'static str,
    /// How many nodes stand above it.
    pub depth: usize,
    /// The line of the source file in which its name stands, counted from 1.
    pub line: usize,
    /// The column in which its name begins, counted from 1.
    pub column: usize,
}

impl Node {
    /// A node with no label and no arguments.
    #[doc(hidden)]
    pub const fn new(kind: Kind, depth: usize, name: &'static str, line: usize, column: usize) -> Self {
        Node { kind, label: None, name, args: "", depth, line, column }
    }

    #[doc(hidden)]
    pub const fn labelled(self, label: &'static str) -> Self {
        Node { label: Some(label), ..self }
    }

    #[doc(hidden)]
    pub const fn with(self, args: &'static str) -> Self {
        Node { args, ..self }
    }

    /// Its label if it has one, else its name.
    pub const fn title(&self) -> &'static str {
        match self.label {
            Some(label) => label,
            None => self.name,
        }
    }
}

/// The nodes of a tree, and how many cells it keeps; a leaf has none of both.
pub type Facts = (&'static [Node], usize);

/// A node of a tree, and the facts of the tree that stands there, if one does.
pub type Row = (Node, Facts);

/// Where each node is when the nodes of subtrees are written out in their places; the last entry is their number.
pub const fn positions<const ENTRIES: usize>(rows: &[Row]) -> [usize; ENTRIES] {
    let mut positions = [0; ENTRIES];
    let mut node = 0;
    while node < rows.len() {
        let subtree = rows[node].1.0.len();
        positions[node + 1] = positions[node] + if subtree == 0 { 1 } else { subtree };
        node += 1;
    }
    positions
}

/// All nodes, with the nodes of subtrees written out in their places. The root of a subtree has the label that the
/// subtree has, or its name.
pub const fn write_out<const NODES: usize>(rows: &[Row]) -> [Node; NODES] {
    let mut nodes = [Node::new(Kind::Leaf, 0, "", 0, 0); NODES];
    let (mut row, mut at) = (0, 0);
    while row < rows.len() {
        let (place, (subtree, _)) = rows[row];
        let mut inner = 0;
        while inner < subtree.len() {
            let depth = place.depth + subtree[inner].depth;
            let root = Node { label: Some(place.title()), depth, ..subtree[0] };
            nodes[at] = if inner == 0 { root } else { Node { depth, ..subtree[inner] } };
            at += 1;
            inner += 1;
        }
        if subtree.is_empty() {
            nodes[at] = place;
            at += 1;
        }
        row += 1;
    }
    nodes
}

/// The active nodes of a tree in pre-order, found from its active leaves: `next_leaf` gives the first active leaf at or
/// after a position.
pub fn active((nodes, _): Facts, next_leaf: impl Fn(usize) -> Option<usize>) -> impl Iterator<Item = &'static Node> {
    let below = move |at: usize| {
        let end = nodes[at + 1..].iter().position(|node| node.depth <= nodes[at].depth);
        end.map_or(nodes.len(), |end| at + 1 + end)
    };
    let is_active = move |at: &usize| next_leaf(*at).is_some_and(|leaf| leaf < below(*at));
    (0..nodes.len()).filter(is_active).map(|at| &nodes[at])
}

/// The first active leaf in a leaf or a subtree that begins at a position, if the search begins at `from`.
pub fn found_in(start: usize, from: usize, search: impl FnOnce(usize) -> Option<usize>) -> Option<usize> {
    search(from.saturating_sub(start)).map(|position| start + position)
}

/// The position of an active node, if the search begins at it or before it.
pub const fn found(position: usize, from: usize) -> Option<usize> {
    if from <= position { Some(position) } else { None }
}
