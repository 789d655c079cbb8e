//! `Ring`: the groups of a block, arranged around a ring, so that few agents have to move.
//!
//! Agents go through a tree from left to right, then start again. So the groups are in the order of their places, and
//! the agents that came first are at the end of their group. When they leave, the border to the next group moves past
//! them, and they are at the beginning of that group without being moved. An agent that leaves out of turn is swapped
//! with one that stays.

use core::ops::Range;

use super::ends::Ends;
use super::lists::{GROUPS, Lists};
use super::moves::Moves;
use super::ring_positions::{GroupRange, Origin};

/// Which agents are in which group.
///
/// Agents are numbered in two ways: by their index in an array, and by their position, which is counted from the
/// beginning of the first group.
#[derive(Clone)]
pub struct Ring {
    /// The index at which the first group begins.
    start: usize,
    /// How many agents are in each group.
    sizes: [usize; GROUPS],
    /// How many groups are used: this many have had agents.
    groups: usize,
}

/// Most agents go to the same few groups. So several counters take turns: no count has to wait for the previous one.
const COUNTERS: usize = 4;

/// What changes in a tick.
struct Change {
    /// How many agents will be in each group.
    sizes: [usize; GROUPS],
    /// By how many positions the beginning of the first group moves back.
    shift: usize,
}

impl Ring {
    /// A ring for this number of groups, without agents. It grows if agents come to later groups.
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

    /// Adds an agent after the last one of the array. It may be in a wrong group until the next regrouping.
    pub fn push(&mut self) {
        let group = self.last_group();
        self.sizes[group] += 1;
    }

    /// Removes the last agent of the array.
    pub fn pop(&mut self) {
        let group = self.last_group();
        self.sizes[group] -= 1;
        if self.start == self.len() {
            self.start = 0;
        }
    }

    /// The group of the last agent of the array.
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

    /// The groups for this number of agents, each with the indices of one of its parts.
    pub fn parts(&self, agents: usize) -> impl Iterator<Item = (usize, Range<usize>)> + use<> {
        let origin = Origin { start: self.start, agents };
        let (sizes, mut position) = (self.sizes, 0);
        (0..self.groups).flat_map(move |group| {
            let positions = position..position + sizes[group];
            position = positions.end;
            origin.indices(&positions).map(|indices| (group, indices))
        })
    }

    /// Moves each agent into its group: `groups` holds the group of each agent by its index. Afterwards, `moves` holds
    /// the swaps that the caller must make in its own arrays.
    pub fn regroup(&mut self, groups: &mut [u8], moves: &mut Moves, ends: &mut Ends) {
        let last = groups.iter().copied().max().unwrap_or(0);
        self.groups = self.groups.max(usize::from(last) + 1);
        let origin = Origin { start: self.start, agents: groups.len() };
        moves.find_leavers(origin, &self.sizes[..self.groups], groups);
        if moves.leavers.is_empty() {
            return;
        }
        let change = self.change(groups, &moves.leavers, ends);
        let (ranges, origin) = (self.ranges(&change), origin.earlier(change.shift));
        moves.gather(origin, change.shift, &ranges[..self.groups], groups);
        moves.find_strangers(origin, &ranges[..self.groups], groups);
        moves.settle(self.groups, groups);
        (self.start, self.sizes) = (origin.start, change.sizes);
    }

    fn change(&self, groups: &[u8], leavers: &Lists, ends: &mut Ends) -> Change {
        let (mut sizes, mut around) = (self.sizes, 0);
        let mut joined = [[0u16; GROUPS]; COUNTERS];
        for (from, size) in sizes[..self.groups].iter_mut().enumerate() {
            let leavers = leavers.of(from);
            *size -= leavers.len();
            let to = |index: &u16| usize::from(groups[usize::from(*index)]) % GROUPS;
            let mut count = |index: &u16, joined: &mut [u16; GROUPS]| {
                let to = to(index);
                joined[to] += 1;
                around += usize::from(to < from);
            };
            let (rows, rest) = leavers.as_chunks::<COUNTERS>();
            for row in rows {
                row.iter().zip(&mut joined).for_each(|(index, joined)| count(index, joined));
            }
            rest.iter().zip(&mut joined).for_each(|(index, joined)| count(index, joined));
            if ends.counts() {
                leavers.iter().for_each(|index| ends.count(from, to(index)));
            }
        }
        for joined in joined {
            sizes[..self.groups].iter_mut().zip(joined).for_each(|(size, joined)| *size += usize::from(joined));
        }
        // Agents that moved to an earlier group went around the ring, or back.
        let [around, back] = [around, 0].map(|shift| Change { sizes, shift });
        if self.stranded(&around, leavers) <= self.stranded(&back, leavers) { around } else { back }
    }

    /// A lower bound for the number of agents that stay in a group but are in the part of the ring that it loses.
    fn stranded(&self, change: &Change, leavers: &Lists) -> usize {
        let ranges = self.ranges(change);
        let stranded = |(group, range): (usize, &GroupRange)| {
            let lost = range.from.len() - range.kept().len();
            lost.saturating_sub(leavers.of(group).len())
        };
        ranges[..self.groups].iter().enumerate().map(stranded).sum()
    }

    /// Where each group is, and where it will be. Positions are counted from where the first group will begin. So the
    /// old ranges can reach beyond the end of the ring.
    fn ranges(&self, change: &Change) -> [GroupRange; GROUPS] {
        let (mut from, mut to) = (change.shift, 0);
        let mut ranges = [const { GroupRange::EMPTY }; GROUPS];
        for (group, range) in ranges[..self.groups].iter_mut().enumerate() {
            *range = GroupRange { from: from..from + self.sizes[group], to: to..to + change.sizes[group] };
            (from, to) = (range.from.end, range.to.end);
        }
        ranges
    }
}
