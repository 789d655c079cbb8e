//! `Outline`: the constants of a tree, as values.

use super::observe::parent_links::ParentLinks;
use super::tick::kept_cells::Cell;
use crate::outline::facts::Facts;
use crate::time::Span;

/// Everything a tick needs to know about its tree, except the state.
#[derive(Clone, Copy)]
pub struct Outline {
    pub facts: &'static Facts,
    /// Whether it has moments that are left to the tree around it. Computed at compile time, since it takes loops.
    pub is_throttled: bool,
    pub offsets: &'static [usize],
    pub positions: &'static [usize],
    pub links: ParentLinks,
}

impl Outline {
    /// A whole tree is no longer active.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn ends(&self, kept: &mut [Cell]) {
        if self.is_throttled {
            self.facts.forget(kept);
        }
    }

    /// The tick of a whole tree ends.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn end_tick(&self, kept: &mut [Cell], span: Span, is_running: bool) {
        if !is_running {
            self.ends(kept);
        }
        self.facts.end(kept, span);
    }
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
