//! What generated code says of the nodes of a tree, and how their descriptions are found in it.

use crate::shape::{Kind, Node};

/// A composite with no label and no arguments.
pub const fn composite(depth: usize, name: &'static str, line: usize, column: usize) -> Node {
    Node { kind: Kind::Composite, label: None, name, args: "", depth, line, column }
}

/// A decorator with no label and no arguments.
pub const fn decorator(depth: usize, name: &'static str, line: usize, column: usize) -> Node {
    Node { kind: Kind::Decorator, ..composite(depth, name, line, column) }
}

/// A leaf with no label and no arguments.
pub const fn leaf(depth: usize, name: &'static str, line: usize, column: usize) -> Node {
    Node { kind: Kind::Leaf, ..composite(depth, name, line, column) }
}

/// A node of a tree, and the facts of the tree that stands in its place, if one does.
pub type Row = (Node, Facts);

/// What a tree says of itself to the trees in which it stands.
#[derive(Clone, Copy)]
pub struct Facts {
    /// Its nodes, in pre-order.
    rows: &'static [Row],
    /// How many nodes it has with those of its subtrees.
    nodes: usize,
    /// How many cells it keeps with those of its subtrees.
    cells: usize,
}

impl Facts {
    /// Not a tree.
    pub const LEAF: Facts = Facts { rows: &[], nodes: 0, cells: 0 };

    /// A tree that keeps so many cells of its own.
    pub const fn of(rows: &'static [Row], own_cells: usize) -> Self {
        let (mut facts, mut row) = (Facts { rows, nodes: 0, cells: own_cells }, 0);
        while row < rows.len() {
            facts.nodes += rows[row].1.length();
            facts.cells += rows[row].1.cells;
            row += 1;
        }
        facts
    }

    /// Something that is no tree, but keeps cells.
    pub const fn keeping(cells: usize) -> Self {
        Facts { cells, ..Facts::LEAF }
    }

    /// How many cells it keeps.
    pub const fn cells(&self) -> usize {
        self.cells
    }

    /// How many nodes stand in its place.
    const fn length(&self) -> usize {
        if self.nodes == 0 { 1 } else { self.nodes }
    }

    /// The node at a position, and where the nodes below it end. The root of a subtree has the label that the subtree
    /// has, or its name.
    fn find(&self, position: usize) -> (Node, usize) {
        let mut start = 0;
        for (row, (place, subtree)) in self.rows.iter().enumerate() {
            let end = start + subtree.length();
            if position < end && subtree.nodes == 0 {
                let below = self.rows[row + 1..].iter().take_while(|(node, _)| node.depth > place.depth);
                return (*place, end + below.map(|(_, subtree)| subtree.length()).sum::<usize>());
            }
            if position < end {
                let (node, inner_end) = subtree.find(position - start);
                let label = if position == start { Some(place.title()) } else { node.label };
                return (Node { label, depth: place.depth + node.depth, ..node }, start + inner_end);
            }
            start = end;
        }
        unreachable!("the position is one of the tree's own")
    }
}

/// Where each node is when the nodes of subtrees are written out in their places; the last entry is their number.
pub const fn positions<const ENTRIES: usize>(rows: &[Row]) -> [usize; ENTRIES] {
    let mut positions = [0; ENTRIES];
    let mut node = 0;
    while node < rows.len() {
        positions[node + 1] = positions[node] + rows[node].1.length();
        node += 1;
    }
    positions
}

/// Where in the kept cells those of each node begin, after the tree's own; the last entry is the number of all.
pub const fn offsets<const ENTRIES: usize>(own: usize, rows: &[Row]) -> [usize; ENTRIES] {
    let mut offsets = [own; ENTRIES];
    let mut node = 0;
    while node < rows.len() {
        offsets[node + 1] = offsets[node] + rows[node].1.cells;
        node += 1;
    }
    offsets
}

/// The active nodes of a tree in pre-order, found from its active leaves: `next_leaf` gives the first active leaf at or
/// after a position.
pub fn active(facts: Facts, next_leaf: impl Fn(usize) -> Option<usize>) -> impl Iterator<Item = Node> {
    (0..facts.nodes).filter_map(move |position| {
        let (node, end) = facts.find(position);
        next_leaf(position).is_some_and(|leaf| leaf < end).then_some(node)
    })
}

/// The position of an active node, if the search begins at it or before it.
pub const fn found(position: usize, from: usize) -> Option<usize> {
    if from <= position { Some(position) } else { None }
}
