//! `Moves`: the swaps that bring each agent into its group.

use alloc::vec::Vec;

use super::lists::{List, Lists};
use super::ring_positions::{GroupRange, Origin};

/// The agents in a wrong part of the ring, as indices; and the swaps that correct this.
#[derive(Clone)]
pub struct Moves {
    /// The agents that leave each group, in the order of their positions.
    pub leavers: Lists,
    /// How many agents have left their group, before any of them was moved.
    pub left: usize,
    /// The agents that stay in a group, but are in the part of the ring that it loses.
    stayers: List,
    /// The agents in the part of the ring that a group keeps or gains, which belong to another group.
    strangers: Lists,
    /// The pairs of agents to be swapped, in this order.
    swaps: Vec<[u16; 2]>,
}

impl Moves {
    pub const fn new() -> Self {
        Moves { leavers: Lists::new(), left: 0, stayers: List::new(), strangers: Lists::new(), swaps: Vec::new() }
    }

    /// The indices of the agents that are swapped.
    #[inline]
    pub fn swaps(&self) -> impl ExactSizeIterator<Item = (usize, usize)> {
        self.swaps.iter().map(|[one, other]| (usize::from(*one), usize::from(*other)))
    }

    /// Finds the leavers in groups of these sizes. `groups` holds the new group of each agent by its index.
    pub fn find_leavers(&mut self, origin: Origin, sizes: &[usize], groups: &[u8]) {
        self.swaps.clear();
        self.leavers.clear(groups.len());
        let mut position = 0;
        for (group, size) in sizes.iter().enumerate() {
            self.leavers.fill(group, |leavers| {
                for indices in origin.indices(&(position..position + size)) {
                    leavers.push_others(group, indices.start, &groups[indices]);
                }
            });
            position += size;
        }
        self.left = self.leavers.len();
    }

    /// Swaps leavers in the part of the ring that a group keeps with stayers in the part that it loses.
    pub fn gather(&mut self, origin: Origin, shift: usize, ranges: &[GroupRange], groups: &mut [u8]) {
        let Moves { leavers, stayers, swaps, .. } = self;
        for (group, range) in ranges.iter().enumerate() {
            leavers.limit(group, &range.kept(), |index| shift + origin.later(shift).position(index.into()));
            if leavers.of(group).is_empty() {
                continue;
            }
            stayers.clear(groups.len());
            for indices in range.lost().iter().flat_map(|lost| origin.indices(lost)) {
                stayers.push_members(group, indices.start, &groups[indices]);
            }
            for (&leaver, &stayer) in leavers.of(group).iter().zip(stayers.as_slice()) {
                groups.swap(leaver.into(), stayer.into());
                swaps.push([leaver, stayer]);
            }
            leavers.skip(group, stayers.as_slice().len());
        }
    }

    /// Finds the strangers: the remaining leavers, and the agents of other groups in the part of the ring that each
    /// group gains.
    pub fn find_strangers(&mut self, origin: Origin, ranges: &[GroupRange], groups: &[u8]) {
        self.strangers.clear(groups.len());
        for (group, range) in ranges.iter().enumerate() {
            self.strangers.fill(group, |strangers| {
                strangers.extend(self.leavers.of(group));
                for indices in range.gained().iter().flat_map(|gained| origin.indices(gained)) {
                    strangers.push_others(group, indices.start, &groups[indices]);
                }
            });
        }
    }

    /// Swaps the strangers of this many groups until each is in its group.
    pub fn settle(&mut self, count: usize, groups: &mut [u8]) {
        for group in 0..count {
            while let Some(stranger) = self.strangers.pop(group) {
                while usize::from(groups[usize::from(stranger)]) != group
                    && let Some(other) = self.strangers.pop(groups[usize::from(stranger)].into())
                {
                    groups.swap(stranger.into(), other.into());
                    self.swaps.push([stranger, other]);
                }
            }
        }
    }
}
