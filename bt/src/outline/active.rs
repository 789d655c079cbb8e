//! The active nodes of a tree, found from its active leaves.

use core::cell::Cell;

use super::facts::Facts;
use crate::node_info::NodeInfo;

/// The search for the first active leaf at or after a position of the whole tree.
#[derive(Clone, Copy)]
pub struct Search<'s> {
    from: usize,
    /// The position of the searched tree's root in the whole tree.
    begin: usize,
    /// The position of each of its own nodes in the searched tree.
    positions: &'static [usize],
    /// How many trees the searched one is inside, itself included.
    depth: u32,
    /// What is done with the tree that the leaf at `from` holds.
    held: Option<Visit<'s>>,
}

/// What is done with a tree that a leaf holds.
pub(crate) type Visit<'s> = &'s dyn Fn(&dyn HasNodes);

/// A tree, as far as its nodes are concerned.
pub trait HasNodes {
    fn facts(&self) -> Facts;
    fn first_active(&self, search: Search<'_>) -> Option<usize>;
}

impl<'s> Search<'s> {
    /// The search for the topmost node in the place of a child.
    pub const CHILD: Search<'static> = Search { depth: 1, ..Search::FIRST };

    /// The search for the very first active leaf. The whole tree is a node at position 0.
    pub const FIRST: Search<'static> = Search { from: 0, begin: 0, positions: &[0], depth: 0, held: None };

    /// The search for the very first active leaf of a tree that a leaf holds.
    const HELD: Search<'static> = Search { depth: 2, ..Search::FIRST };

    /// The search for the first active leaf at or after a position of the whole tree.
    pub(crate) fn starting_at(position: usize) -> Self {
        Search { from: position, ..Search::FIRST }
    }

    /// The search for the leaf at a position of the whole tree, with what is done with the tree that it holds.
    pub(crate) fn held_at(position: usize, visit: Visit<'s>) -> Self {
        Search { from: position, held: Some(visit), ..Search::FIRST }
    }

    /// The search within the tree at a node.
    pub fn inside(self, node: usize, positions: &'static [usize]) -> Self {
        Search { begin: self.begin + self.positions[node], positions, depth: self.depth + 1, ..self }
    }

    /// What is found in an idle tree. A subtree that is idle in its place is active: an observer answers instead of it.
    pub fn idle(self) -> Option<usize> {
        if self.depth > 1 { self.found(0) } else { None }
    }

    /// The position of an active node, if the search starts at or before it.
    pub fn found(self, node: usize) -> Option<usize> {
        let position = self.begin + self.positions[node];
        (self.from <= position).then_some(position)
    }

    /// The position of a leaf that may hold a tree, if it is active. If a message has ended the root of that tree, it
    /// has ended the leaf.
    pub fn found_with(self, node: usize, tree: Option<&dyn HasNodes>) -> Option<usize> {
        if tree.is_some_and(|tree| tree.first_active(Search::HELD).is_none()) {
            return self.found_above(node);
        }
        let position = self.found(node)?;
        if let (Some(visit), Some(tree)) = (self.held.filter(|_| position == self.from), tree) {
            visit(tree);
        }
        Some(position)
    }

    /// The position of a leaf that a message has ended, if the search starts before it: the leaf is not active, but its
    /// parents are.
    pub fn found_above(self, node: usize) -> Option<usize> {
        let position = self.begin + self.positions[node];
        (self.from < position).then_some(position)
    }
}

/// Where a walk over the active nodes of a tree is.
#[derive(Clone, Copy, Default)]
pub(crate) struct Walk {
    /// The position of the next node of the tree itself.
    position: usize,
    /// If the last node may hold a tree: how many nodes of that were found, and the depth of its root.
    held: Option<(usize, usize)>,
}

/// The active nodes of a tree in pre-order. `first` finds the first active leaf.
pub fn active(facts: Facts, first: impl Fn(usize, Search<'_>) -> Option<usize>) -> impl Iterator<Item = NodeInfo> {
    let mut walk = Walk::default();
    core::iter::from_fn(move || walk.next(&facts, |search| first(0, search)))
}

/// The active node with this number.
fn active_number(tree: &dyn HasNodes, number: usize) -> Option<NodeInfo> {
    active(tree.facts(), |_, search| tree.first_active(search)).nth(number)
}

impl Walk {
    /// The next active node, also one of a tree that a leaf holds.
    pub(crate) fn next(&mut self, facts: &Facts, first: impl Fn(Search<'_>) -> Option<usize>) -> Option<NodeInfo> {
        if let Some((number, depth)) = self.held.take() {
            let found = Cell::new(None);
            first(Search::held_at(self.position - 1, &|tree| found.set(active_number(tree, number))));
            if let Some(node) = found.get() {
                self.held = Some((number + 1, depth));
                return Some(NodeInfo { depth: depth + node.depth, nested: node.nested + 1, ..node });
            }
        }
        let (node, is_leaf) = self.next_own(facts, first)?;
        self.held = (is_leaf && facts.holds()).then_some((0, node.depth + 1));
        Some(node)
    }

    /// The next active node of the tree itself, and whether it is the leaf that was found.
    fn next_own(&mut self, facts: &Facts, first: impl Fn(Search<'_>) -> Option<usize>) -> Option<(NodeInfo, bool)> {
        while self.position < facts.nodes() {
            let leaf = first(Search { from: self.position, ..Search::FIRST })?;
            let node = facts.find(self.position);
            if leaf < node.end {
                self.position += 1;
                return Some((node, leaf == node.position));
            }
            self.position = node.end;
        }
        None
    }
}
