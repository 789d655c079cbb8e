//! What a tree says of itself: how its nodes stand, and what is kept in it.

use crate::kept::{Cell, count_up, set_wide, take, wide};
use crate::shape::Node;
use crate::time::{Span, Time};
use core::time::Duration;

/// What a tree says of itself to the trees in which it stands.
#[derive(Clone, Copy)]
pub struct Facts {
    /// Its own nodes in pre-order, a [line](Node::from_line) each.
    lines: &'static str,
    /// For each of its own nodes which of the `subtrees` stands there, counted from 1; 0 if none may. Four bytes
    /// for each, the low one first: so for the compiler a tree of any size has one literal.
    stands: &'static [[u8; 4]],
    /// The facts of all types that stand in it. Most are leaves.
    subtrees: &'static [Facts],
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
}

/// Cells for the time that has passed in a tree.
const CLOCK: usize = 2;

impl Facts {
    /// Not a tree.
    pub const LEAF: Facts = Facts {
        lines: "",
        stands: &[],
        subtrees: &[],
        nodes: 0,
        cells: 0,
        timed: false,
        clocked: false,
        looking: false,
    };

    /// A tree that keeps so many cells of its own.
    pub const fn of(lines: &'static str, stands: &'static [u8], subtrees: &'static [Facts], own_cells: usize) -> Self {
        let stands = stands.as_chunks().0;
        let (mut facts, mut node) = (Facts { lines, stands, subtrees, cells: own_cells, ..Facts::LEAF }, 0);
        while node < stands.len() {
            let below = facts.below(node);
            facts.nodes += below.length();
            facts.cells += below.cells;
            facts.timed |= below.timed;
            facts.clocked |= below.clocked;
            facts.looking |= below.looking;
            node += 1;
        }
        facts
    }

    /// Something of which one of several is active, and which shows none of their nodes.
    pub const fn choice(lines: &'static str, stands: &'static [u8], variants: &'static [Facts]) -> Self {
        Facts { nodes: 0, ..Facts::of(lines, stands, variants, 0) }
    }

    /// What stands at a node.
    pub(crate) const fn below(&self, node: usize) -> Facts {
        match u32::from_le_bytes(self.stands[node]) {
            0 => Facts::LEAF,
            number => self.subtrees[number as usize - 1],
        }
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
        self.nodes == self.stands.len()
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
        mix_facts(0xcbf2_9ce4_8422_2325, self) >> 1
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
    pub(crate) fn find(&self, position: usize) -> (Node, usize) {
        let (mut begin, mut lines) = (0, self.lines.lines().map(Node::from_line).enumerate());
        while let Some((index, place)) = lines.next() {
            let subtree = self.below(index);
            let end = begin + subtree.length();
            if position >= end {
                begin = end;
            } else if subtree.nodes == 0 {
                let below = lines.take_while(|(_, node)| node.depth > place.depth);
                return (place, end + below.map(|(index, _)| self.below(index).length()).sum::<usize>());
            } else {
                let (node, inner_end) = subtree.find(position - begin);
                let label = if position == begin { Some(place.title()) } else { node.label };
                return (Node { label, depth: place.depth + node.depth, ..node }, begin + inner_end);
            }
        }
        unreachable!("the position is one of the tree's own")
    }

    /// How many nodes it has with those of its subtrees.
    pub(crate) const fn nodes(&self) -> usize {
        self.nodes
    }
}

/// Where each node is when the nodes of subtrees are written out in their places; the last entry is their number.
pub const fn positions<const ENTRIES: usize>(facts: Facts) -> [usize; ENTRIES] {
    let mut positions = [0; ENTRIES];
    let mut node = 0;
    while node < facts.stands.len() {
        positions[node + 1] = positions[node] + facts.below(node).length();
        node += 1;
    }
    positions
}

/// Where in the kept cells those of each node begin, after the tree's own; the last entry is the number of all.
pub const fn offsets<const ENTRIES: usize>(own: usize, facts: Facts) -> [usize; ENTRIES] {
    let mut offsets = [own; ENTRIES];
    let mut node = 0;
    while node < facts.stands.len() {
        offsets[node + 1] = offsets[node] + facts.below(node).cells;
        node += 1;
    }
    offsets
}

const fn mix_facts(mut hash: u64, facts: &Facts) -> u64 {
    let (lines, mut byte, mut node) = (facts.lines.as_bytes(), 0, 0);
    while node < facts.stands.len() {
        // What stands behind the tab is no part of the shape.
        while lines[byte] != b'\t' {
            hash = mix(hash, lines[byte]);
            byte += 1;
        }
        while byte < lines.len() && lines[byte] != b'\n' {
            byte += 1;
        }
        byte += 1;
        hash = mix(mix_facts(mix(hash, b'<'), &facts.below(node)), b'>');
        node += 1;
    }
    hash
}

const fn mix(hash: u64, byte: u8) -> u64 {
    (hash ^ byte as u64).wrapping_mul(0x0100_0000_01b3)
}
