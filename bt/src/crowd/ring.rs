//! The groups of a block stand one after another around a ring, so that few agents have to be moved.
//!
//! Agents go through a tree from left to right, and then begin again. So the groups are in the order of their places, and
//! those who came first stand at the end of a group. When they leave, the border between the two groups moves past them,
//! and they stand at the beginning of the next one without a move. Only those who leave before it is their turn change
//! places with those who stay.

use core::array;

use super::arc::{Arc, Origin};
use super::list::{List, Lists};

/// How many groups there are at most. In a tree with more places some of them share one.
pub const GROUPS: usize = 64;

/// Which agents are in which group.
///
/// They are counted in two ways: by their index in an array; and by their position, which is counted from the beginning
/// of the first group.
#[derive(Clone)]
pub struct Ring {
    /// The index at which the first group begins.
    start: usize,
    /// How many agents are in each group.
    sizes: [usize; GROUPS],
    /// How many groups are used.
    groups: u8,
    /// Memory for a change: the positions of those who are to leave each group,
    leavers: Lists<GROUPS>,
    /// the indices of those who stay in a group, and are in the way of another one,
    stayers: List,
    /// and the indices of those who are in the place of a group, and belong to another one.
    strangers: Lists<GROUPS>,
}

/// What changes in a tick.
struct Change {
    /// How many agents will be in each group.
    sizes: [usize; GROUPS],
    /// By how many positions the first group will begin earlier.
    shift: usize,
}

impl Ring {
    /// A ring for so many groups, with nobody in it.
    pub fn new(groups: u8) -> Self {
        Ring {
            start: 0,
            sizes: [0; GROUPS],
            groups,
            leavers: Lists::new(),
            stayers: List::default(),
            strangers: Lists::new(),
        }
    }

    #[cfg(test)]
    pub const fn start(&self) -> usize {
        self.start
    }

    #[cfg(test)]
    pub const fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// Puts in an agent, behind the last one of the array. It may stand in a wrong group, until they are regrouped.
    pub fn push(&mut self) {
        let group = self.last_group();
        self.sizes[group] += 1;
    }

    /// Takes out the last agent of the array.
    pub fn pop(&mut self) {
        let group = self.last_group();
        self.sizes[group] -= 1;
        if self.start == self.len() {
            self.start = 0;
        }
    }

    /// The group in which the last agent of the array stands.
    fn last_group(&self) -> usize {
        let mut left = self.len() - self.start;
        let is_last = |&size: &usize| {
            let is_last = left <= size;
            left = left.saturating_sub(size);
            is_last
        };
        self.sizes.iter().position(is_last).unwrap_or(0)
    }

    fn len(&self) -> usize {
        self.sizes.iter().sum()
    }

    /// Brings each agent into its group: `groups` says which that is, by their indices. `swap` swaps two agents.
    pub fn regroup(&mut self, groups: &mut [u8], mut swap: impl FnMut(usize, usize)) {
        let mut swap = |groups: &mut [u8], a, b| {
            groups.swap(a, b);
            swap(a, b);
        };
        let origin = Origin { start: self.start, agents: groups.len() };
        self.find_leavers(origin, groups);
        if self.leavers.is_empty() {
            return;
        }
        let change = self.change(origin, groups);
        let arcs = self.arcs(&change);
        let origin = Origin { start: origin.index(origin.agents - change.shift), ..origin };
        self.leavers.add(change.shift);
        self.gather(origin, &arcs, groups, &mut swap);
        self.find_strangers(origin, &arcs, groups);
        self.settle(groups, &mut swap);
        (self.start, self.sizes) = (origin.start, change.sizes);
    }

    fn find_leavers(&mut self, origin: Origin, groups: &[u8]) {
        self.leavers.clear(groups.len());
        let mut position = 0;
        for (group, &size) in (0..self.groups).zip(&self.sizes) {
            self.leavers.fill(group, |leavers| {
                for indices in origin.indices(&(position..position + size)) {
                    leavers.push_others(group, position, &groups[indices.clone()]);
                    position += indices.len();
                }
            });
        }
    }

    fn change(&self, origin: Origin, groups: &[u8]) -> Change {
        let (mut sizes, mut around) = (self.sizes, 0);
        for group in 0..self.groups {
            let leavers = self.leavers.of(group);
            sizes[usize::from(group)] -= leavers.len();
            for &position in leavers {
                let to = groups[origin.index(position.into())];
                sizes[usize::from(to)] += 1;
                around += usize::from(to < group);
            }
        }
        // Those who have come to an earlier group have gone around the ring, or else back.
        let [around, back] = [around, 0].map(|shift| Change { sizes, shift });
        if self.stranded(&around) <= self.stranded(&back) { around } else { back }
    }

    /// How many, at least, stay in a group, and are in what it loses.
    fn stranded(&self, change: &Change) -> usize {
        let arcs = self.arcs(change);
        let stranded = |(group, arc): (u8, &Arc)| {
            let lost = arc.from.len() - arc.kept().len();
            lost.saturating_sub(self.leavers.of(group).len())
        };
        (0..self.groups).zip(&arcs).map(stranded).sum()
    }

    /// Where each group is, and where it will be. Positions are counted from where the first group will begin; so what
    /// has been there reaches over the end of the ring.
    fn arcs(&self, change: &Change) -> [Arc; GROUPS] {
        let (mut from, mut to) = (change.shift, 0);
        array::from_fn(|group| {
            let arc = Arc { from: from..from + self.sizes[group], to: to..to + change.sizes[group] };
            (from, to) = (arc.from.end, arc.to.end);
            arc
        })
    }

    /// Swaps those who leave a group, and are in what it keeps, with those who stay, and are in what it loses.
    fn gather(
        &mut self,
        origin: Origin,
        arcs: &[Arc; GROUPS],
        groups: &mut [u8],
        mut swap: impl FnMut(&mut [u8], usize, usize),
    ) {
        let Ring { leavers, stayers, .. } = self;
        for (group, arc) in (0..self.groups).zip(arcs) {
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
    fn find_strangers(&mut self, origin: Origin, arcs: &[Arc; GROUPS], groups: &[u8]) {
        self.strangers.clear(groups.len());
        for (group, arc) in (0..self.groups).zip(arcs) {
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

    /// Swaps the strangers, until each stands in his group.
    fn settle(&mut self, groups: &mut [u8], mut swap: impl FnMut(&mut [u8], usize, usize)) {
        for group in 0..self.groups {
            while let Some(stranger) = self.strangers.pop(group) {
                while groups[stranger] != group
                    && let Some(other) = self.strangers.pop(groups[stranger])
                {
                    swap(groups, stranger, other);
                }
            }
        }
    }
}
