//! The active nodes of a tree, found from its active leaves.

use super::facts::Facts;
use crate::node_info::NodeInfo;

/// The search for the first active leaf at or after a position of the whole tree.
#[derive(Clone, Copy)]
pub struct Search {
    from: usize,
    /// The position of the searched tree's root in the whole tree.
    begin: usize,
    /// The position of each of its own nodes in the searched tree.
    positions: &'static [usize],
    /// How many trees the searched one is inside, itself included.
    depth: u32,
}

impl Search {
    /// The search for the topmost node in the place of a child.
    pub const CHILD: Search = Search { depth: 1, ..Search::FIRST };

    /// The search for the very first active leaf. The whole tree is a node at position 0.
    pub const FIRST: Search = Search { from: 0, begin: 0, positions: &[0], depth: 0 };

    /// The same search within the tree at a node.
    pub fn inside(self, node: usize, positions: &'static [usize]) -> Self {
        Search { begin: self.begin + self.positions[node], positions, depth: self.depth + 1, ..self }
    }

    /// The same in an idle tree. A subtree that is idle in its place is active: an observer answers instead of it.
    pub fn idle(self) -> Option<usize> {
        if self.depth > 1 { self.found(0) } else { None }
    }

    /// The position of an active node, if the search starts at or before it.
    pub fn found(self, node: usize) -> Option<usize> {
        let position = self.begin + self.positions[node];
        (self.from <= position).then_some(position)
    }

    /// The same for a leaf that a message has ended: it is not active, but its parents are.
    pub fn found_above(self, node: usize) -> Option<usize> {
        let position = self.begin + self.positions[node];
        (self.from < position).then_some(position)
    }
}

/// The active nodes of a tree in pre-order. `first` finds the first active leaf.
pub fn active(facts: Facts, first: impl Fn(usize, Search) -> Option<usize>) -> impl Iterator<Item = NodeInfo> {
    let mut position = 0;
    core::iter::from_fn(move || next_active(&facts, &mut position, |search| first(0, search)))
}

/// The first active node at or after a position. Advances the position past it.
pub(crate) fn next_active(
    facts: &Facts,
    position: &mut usize,
    first: impl Fn(Search) -> Option<usize>,
) -> Option<NodeInfo> {
    while *position < facts.nodes() {
        let leaf = first(Search { from: *position, ..Search::FIRST })?;
        let node = facts.find(*position);
        if leaf < node.end {
            *position += 1;
            return Some(node);
        }
        *position = node.end;
    }
    None
}
