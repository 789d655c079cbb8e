//! How the active nodes of a tree are found.

use crate::outline::Facts;
use crate::shape::Node;

/// The search for the first active leaf at or after a position of the whole tree.
#[derive(Clone, Copy)]
pub struct Search {
    from: usize,
    /// Where the tree that is searched begins in the whole tree.
    begin: usize,
    /// Where in it each of its own nodes is.
    positions: &'static [usize],
}

impl Search {
    /// The search for the first active leaf of all. The whole tree is a node at the beginning of everything.
    pub const FIRST: Search = Search { from: 0, begin: 0, positions: &[0] };

    /// The same within a tree that stands at a node.
    pub fn inside(self, node: usize, positions: &'static [usize]) -> Self {
        Search { begin: self.begin + self.positions[node], positions, ..self }
    }

    /// The position of an active node, if the search begins at it or before it.
    pub fn found(self, node: usize) -> Option<usize> {
        let position = self.begin + self.positions[node];
        (self.from <= position).then_some(position)
    }

    /// The same for a leaf that a message has ended: those above it are active, and it is not.
    pub fn found_above(self, node: usize) -> Option<usize> {
        let position = self.begin + self.positions[node];
        (self.from < position).then_some(position)
    }
}

/// The active nodes of a tree in pre-order, found from its active leaves.
pub fn active(facts: Facts, first: impl Fn(usize, Search) -> Option<usize>) -> impl Iterator<Item = Node> {
    let mut position = 0;
    core::iter::from_fn(move || {
        while position < facts.nodes() {
            let leaf = first(0, Search { from: position, ..Search::FIRST })?;
            let (node, end) = facts.find(position);
            if leaf < end {
                position += 1;
                return Some(node);
            }
            position = end;
        }
        None
    })
}
