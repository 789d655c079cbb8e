//! Lists of agents that are filled without branches, so that none can be mispredicted.

use alloc::vec::Vec;
use core::ops::Range;

/// Some of the agents of a block, as numbers.
#[derive(Clone)]
pub struct List {
    /// It has capacity for one more than there can be.
    room: Vec<u16>,
    len: usize,
}

/// How many agents are compared at once.
const ROW: usize = 8;

impl List {
    pub const fn new() -> Self {
        List { room: Vec::new(), len: 0 }
    }

    /// Clears it, and reserves capacity for this many agents.
    pub fn clear(&mut self, room: usize) {
        self.len = 0;
        self.room.resize(room + 1, 0);
    }

    #[expect(clippy::cast_possible_truncation, reason = "a block has less than 2^16 agents")]
    pub fn push(&mut self, number: usize) {
        self.push_if(number as u16, true);
    }

    #[inline]
    fn push_if(&mut self, number: u16, wanted: bool) {
        self.room[self.len] = number;
        self.len += usize::from(wanted);
    }

    /// Adds the agents in this group. Agents are numbered from `first` on.
    #[expect(clippy::cast_possible_truncation, reason = "a block has less than 2^16 agents")]
    #[inline]
    pub fn push_members(&mut self, group: usize, first: usize, groups: &[u8]) {
        (first as u16..).zip(groups).for_each(|(number, other)| self.push_if(number, *other == group as u8));
    }

    /// Adds the agents outside of this group. Most are in it, so many are compared at once.
    #[inline]
    pub fn push_others(&mut self, group: usize, first: usize, groups: &[u8]) {
        let (rows, rest) = groups.as_chunks();
        let mut number = first as u16;
        for row in rows {
            if *row != [group as u8; ROW] {
                (number..).zip(row).for_each(|(number, other)| self.push_if(number, *other != group as u8));
            }
            number += ROW as u16;
        }
        (number..).zip(rest).for_each(|(number, other)| self.push_if(number, *other != group as u8));
    }

    /// All agents in it.
    #[inline]
    pub fn as_slice(&self) -> &[u16] {
        &self.room[..self.len]
    }
}

/// The maximum number of groups. In a tree with more places, some places share a group.
pub const GROUPS: usize = 64;

/// A list with one part per group.
#[derive(Clone)]
pub struct Lists {
    list: List,
    parts: [Range<usize>; GROUPS],
}

impl Lists {
    pub const fn new() -> Self {
        Lists { list: List::new(), parts: [const { 0..0 }; GROUPS] }
    }

    /// Clears all parts, and reserves capacity for this many agents.
    pub fn clear(&mut self, room: usize) {
        self.list.clear(room);
        self.parts.fill(0..0);
    }

    /// Fills the part of a group. Parts are filled in the order of their groups.
    pub fn fill(&mut self, group: usize, fill: impl FnOnce(&mut List)) {
        let start = self.list.len;
        fill(&mut self.list);
        self.parts[group] = start..self.list.len;
    }

    /// Whether all parts are empty.
    pub const fn is_empty(&self) -> bool {
        self.list.len == 0
    }

    /// All agents in the part of a group.
    #[inline]
    pub fn of(&self, group: usize) -> &[u16] {
        &self.list.room[self.parts[group].clone()]
    }

    /// Adds an offset to all numbers.
    #[expect(clippy::cast_possible_truncation, reason = "a block has less than 2^15 agents")]
    pub fn add(&mut self, number: usize) {
        self.list.room[..self.list.len].iter_mut().for_each(|other| *other += number as u16);
    }

    /// Keeps only the agents in the part of a group that are in a range. The agents are sorted.
    pub fn limit(&mut self, group: usize, range: &Range<usize>) {
        let start = self.parts[group].start;
        let before = |end: usize| start + self.of(group).partition_point(|number| usize::from(*number) < end);
        self.parts[group] = before(range.start)..before(range.end);
    }

    /// Drops the first agents in the part of a group.
    pub fn skip(&mut self, group: usize, count: usize) {
        let part = &mut self.parts[group];
        part.start = part.end.min(part.start + count);
    }

    /// Takes the last agent out of the part of a group.
    pub fn pop(&mut self, group: usize) -> Option<usize> {
        let last = self.parts[group].next_back()?;
        Some(self.list.room[last].into())
    }
}
