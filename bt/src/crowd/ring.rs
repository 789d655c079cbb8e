//! The groups of a block stand one after another around a ring, so that few agents have to be moved.
//!
//! Agents go through a tree from left to right, and then begin again. So the groups are in the order of their places, and
//! those who came first stand at the end of a group. When they leave, the border between the two groups moves past them,
//! and they stand at the beginning of the next one without a move. Only those who leave before it is their turn change
//! places with those who stay.

use core::array;

use super::arc::{Arc, Origin};
use super::list::{GROUPS, Lists};
use super::moves::Moves;

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
    groups: usize,
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
    pub const fn new(groups: usize) -> Self {
        Ring { start: 0, sizes: [0; GROUPS], groups }
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
    ///
    /// `moves` is there for its memory alone.
    pub fn regroup(&mut self, groups: &mut [u8], moves: &mut Moves, mut swap: impl FnMut(usize, usize)) {
        let mut swap = |groups: &mut [u8], a, b| {
            groups.swap(a, b);
            swap(a, b);
        };
        let origin = Origin { start: self.start, agents: groups.len() };
        moves.find_leavers(origin, &self.sizes[..self.groups], groups);
        if moves.leavers.is_empty() {
            return;
        }
        let change = self.change(origin, groups, &moves.leavers);
        let (arcs, origin) = (self.arcs(&change), origin.earlier(change.shift));
        moves.leavers.add(change.shift);
        moves.gather(origin, &arcs[..self.groups], groups, &mut swap);
        moves.find_strangers(origin, &arcs[..self.groups], groups);
        moves.settle(groups, &mut swap);
        (self.start, self.sizes) = (origin.start, change.sizes);
    }

    fn change(&self, origin: Origin, groups: &[u8], leavers: &Lists) -> Change {
        let (mut sizes, mut around) = (self.sizes, 0);
        for from in 0..self.groups {
            let leavers = leavers.of(from);
            sizes[from] -= leavers.len();
            for &position in leavers {
                let to = usize::from(groups[origin.index(position.into())]);
                sizes[to] += 1;
                around += usize::from(to < from);
            }
        }
        // Those who have come to an earlier group have gone around the ring, or else back.
        let [around, back] = [around, 0].map(|shift| Change { sizes, shift });
        if self.stranded(&around, leavers) <= self.stranded(&back, leavers) { around } else { back }
    }

    /// How many, at least, stay in a group, and are in what it loses.
    fn stranded(&self, change: &Change, leavers: &Lists) -> usize {
        let arcs = self.arcs(change);
        let stranded = |(group, arc): (usize, &Arc)| {
            let lost = arc.from.len() - arc.kept().len();
            lost.saturating_sub(leavers.of(group).len())
        };
        arcs[..self.groups].iter().enumerate().map(stranded).sum()
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
}
