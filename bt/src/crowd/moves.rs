//! Who is moved around a ring, so that each agent comes into its group.

use super::arc::{Arc, Origin};
use super::list::{GROUPS, List, Lists};

/// Who is in a wrong place; between two ticks, nobody.
#[derive(Clone)]
pub struct Moves {
    /// The positions of those who are to leave each group.
    pub leavers: Lists,
    /// The indices of those who stay in a group, and are in what it loses.
    stayers: List,
    /// The indices of those who are in what a group keeps or gains, and belong to another one.
    strangers: Lists,
}

impl Moves {
    pub const fn new() -> Self {
        Moves { leavers: Lists::new(), stayers: List::new(), strangers: Lists::new() }
    }

    /// Finds them among groups of these sizes. `groups` says to which one each agent belongs now, by their indices.
    pub fn find_leavers(&mut self, origin: Origin, sizes: &[usize], groups: &[u8]) {
        self.leavers.clear(groups.len());
        let mut position = 0;
        for (group, size) in sizes.iter().enumerate() {
            self.leavers.fill(group, |leavers| {
                for indices in origin.indices(&(position..position + size)) {
                    leavers.push_others(group, position, &groups[indices.clone()]);
                    position += indices.len();
                }
            });
        }
    }

    /// Swaps those who leave a group, and are in what it keeps, with those who stay, and are in what it loses.
    pub fn gather(
        &mut self,
        origin: Origin,
        arcs: &[Arc],
        groups: &mut [u8],
        mut swap: impl FnMut(&mut [u8], usize, usize),
    ) {
        let Moves { leavers, stayers, .. } = self;
        for (group, arc) in arcs.iter().enumerate() {
            leavers.limit(group, &arc.kept());
            if leavers.of(group).is_empty() {
                continue;
            }
            stayers.clear(groups.len());
            for indices in arc.lost().iter().flat_map(|lost| origin.indices(lost)) {
                stayers.push_members(group, indices.start, &groups[indices]);
            }
            for (&leaver, &stayer) in leavers.of(group).iter().zip(stayers.as_slice()) {
                swap(groups, origin.index(leaver.into()), stayer.into());
            }
            leavers.skip(group, stayers.as_slice().len());
        }
    }

    /// They are the leavers that are left, and those in what each group gains.
    pub fn find_strangers(&mut self, origin: Origin, arcs: &[Arc], groups: &[u8]) {
        self.strangers.clear(groups.len());
        for (group, arc) in arcs.iter().enumerate() {
            self.strangers.fill(group, |strangers| {
                for &leaver in self.leavers.of(group) {
                    strangers.push(origin.index(leaver.into()));
                }
                for indices in arc.gained().iter().flat_map(|gained| origin.indices(gained)) {
                    strangers.push_others(group, indices.start, &groups[indices]);
                }
            });
        }
    }

    /// Swaps the strangers, until each is in his group.
    pub fn settle(&mut self, groups: &mut [u8], mut swap: impl FnMut(&mut [u8], usize, usize)) {
        for group in 0..GROUPS {
            while let Some(stranger) = self.strangers.pop(group) {
                while usize::from(groups[stranger]) != group
                    && let Some(other) = self.strangers.pop(groups[stranger].into())
                {
                    swap(groups, stranger, other);
                }
            }
        }
    }
}
