//! `Outline`: the constants of a tree, as values.

use super::observe::parent_links::ParentLinks;
use crate::outline::facts::Facts;

/// What a tick knows of its tree, besides the state.
#[derive(Clone, Copy)]
pub struct Outline {
    pub facts: &'static Facts,
    /// Whether it has moments that are left to the tree around it. Computed at compile time, since it takes loops.
    pub is_throttled: bool,
    pub offsets: &'static [usize],
    pub positions: &'static [usize],
    pub links: ParentLinks,
}

/// The outline of a tree that is read while the program runs. It is kept for the whole run.
#[cfg(feature = "live")]
pub fn outline(facts: &'static Facts, own_cells: usize, links: &'static [u8]) -> Outline {
    let (nodes, mut positions, mut offsets) = (facts.leaf_types.len(), alloc::vec![0], alloc::vec![own_cells]);
    for node in 0..nodes {
        let below = facts.below(node);
        positions.push(positions[node] + below.nodes().max(1));
        offsets.push(offsets[node] + below.cells);
    }
    let (offsets, positions, is_throttled) = (offsets.leak(), positions.leak(), facts.is_throttled());
    Outline { facts, is_throttled, offsets, positions, links: ParentLinks(links) }
}
