//! What generated code says of the nodes of a tree, and how their descriptions are found in it.

use core::time::Duration;

use crate::kept::{Cell, count_up, set_wide, take, wide};
use crate::shape::{Kind, Node};
use crate::time::{Span, Time};

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
    /// Whether a tick of it must say how long it lasts.
    timed: bool,
    /// Whether it must be known how late it is in it.
    clocked: bool,
    /// Whether there is something in it that can be told to look.
    looking: bool,
    /// What it shows nothing of, and is one of.
    variants: &'static [Row],
}

/// Cells for the time that has passed in a tree.
const CLOCK: usize = 2;

impl Facts {
    /// Not a tree.
    pub const LEAF: Facts =
        Facts { rows: &[], nodes: 0, cells: 0, timed: false, clocked: false, looking: false, variants: &[] };

    /// A tree that keeps so many cells of its own.
    pub const fn of(rows: &'static [Row], own_cells: usize) -> Self {
        let (mut facts, mut row) = (Facts { rows, cells: own_cells, ..Facts::LEAF }, 0);
        while row < rows.len() {
            let below = &rows[row].1;
            facts.nodes += below.length();
            facts.cells += below.cells;
            facts.timed |= below.timed;
            facts.clocked |= below.clocked;
            facts.looking |= below.looking;
            row += 1;
        }
        facts
    }

    /// Something of which one of several is active, and which shows none of their nodes.
    pub const fn choice(variants: &'static [Row]) -> Self {
        Facts { rows: &[], nodes: 0, variants, ..Facts::of(variants, 0) }
    }

    /// It has nodes that take time.
    pub const fn timed(self) -> Self {
        Facts { timed: true, ..self }
    }

    /// It has nodes that must know how late it is.
    pub const fn clocked(self) -> Self {
        Facts { clocked: true, ..self }
    }

    /// It has nodes that can be told to look.
    pub const fn looking(self) -> Self {
        Facts { looking: true, ..self }
    }

    /// Whether a tick of it must say how long it lasts.
    pub const fn keeps_time(&self) -> bool {
        self.timed
    }

    /// Whether no subtree stands in it that has more than one node.
    pub const fn is_flat(&self) -> bool {
        self.nodes == self.rows.len()
    }

    /// How many cells it keeps if it stands in no other tree: its own come first, then the clock and the wish to look.
    pub const fn kept(&self) -> usize {
        self.wish() + self.looking as usize
    }

    const fn wish(&self) -> usize {
        self.cells + if self.clocked { CLOCK } else { 0 }
    }

    /// A number for the shape of the tree: the kinds, names and labels of its nodes and how they stand, subtrees and
    /// the variants of enums included. Trees of different shapes have different ones, but for one case in 2<sup>63</sup>;
    /// it has 63 bits, since some formats have no larger integers.
    ///
    /// [FNV-1a](https://datatracker.ietf.org/doc/html/draft-eastlake-fnv), 64 bits.
    pub const fn fingerprint(&self) -> u64 {
        mix_rows(mix_rows(0xcbf2_9ce4_8422_2325, self.rows), self.variants) >> 1
    }

    /// The span of a tick.
    #[inline(always)]
    pub fn begin(&self, kept: &mut [Cell], time: impl Time) -> Span {
        let look = self.looking && take(&mut kept[self.wish()]);
        Span::beginning(self.instant(kept).now(), time, look)
    }

    /// A span of no time, at the end of the last tick.
    #[inline(always)]
    pub fn instant(&self, kept: &[Cell]) -> Span {
        let now = if self.clocked { wide(&kept[self.cells..]) } else { 0 };
        Span::beginning(now, Duration::ZERO, false)
    }

    /// The end of a tick: the clock goes on.
    #[inline(always)]
    pub fn end(&self, kept: &mut [Cell], span: Span) {
        if self.clocked {
            set_wide(&mut kept[self.cells..], span.end());
        }
    }

    /// In the next tick everything looks.
    #[inline(always)]
    pub fn look(&self, kept: &mut [Cell]) {
        if self.looking {
            count_up(&mut kept[self.wish()]);
        }
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

const fn mix_rows(mut hash: u64, rows: &[Row]) -> u64 {
    let mut row = 0;
    while row < rows.len() {
        let (node, below) = &rows[row];
        hash = mix(hash, &[b'\n', node.depth.to_le_bytes()[0], node.kind as u8]);
        hash = mix(hash, node.name.as_bytes());
        if let Some(label) = node.label {
            hash = mix(mix(hash, b":"), label.as_bytes());
        }
        hash = mix_rows(mix_rows(mix(hash, b"<"), below.rows), below.variants);
        hash = mix(hash, b">");
        row += 1;
    }
    hash
}

const fn mix(mut hash: u64, bytes: &[u8]) -> u64 {
    let mut byte = 0;
    while byte < bytes.len() {
        hash = (hash ^ bytes[byte] as u64).wrapping_mul(0x0100_0000_01b3);
        byte += 1;
    }
    hash
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

/// The same for a leaf that a message has ended: those above it are active, and it is not.
pub const fn found_above(position: usize, from: usize) -> Option<usize> {
    if from < position { Some(position) } else { None }
}

/// The position of an active node, if the search begins at it or before it.
pub const fn found(position: usize, from: usize) -> Option<usize> {
    if from <= position { Some(position) } else { None }
}
