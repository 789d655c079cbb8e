//! Lists of agents that are filled without branches, so that none can be mispredicted.

use alloc::vec::Vec;
use core::ops::Range;

use crate::slices::equal;

/// Some of the agents of a block, as numbers.
#[derive(Clone)]
pub struct List {
    /// Has room for one more row than there can be agents, so that a whole row can always be written.
    room: Vec<u16>,
    len: usize,
}

/// How many agents are added at once.
const ROW: usize = 8;

/// How many agents are compared at once, to find out whether there is anything to add.
const STRETCH: usize = 8 * ROW;

/// The bits that are set in each byte, the lowest first.
static BITS: [[u8; ROW]; 256] = {
    let (mut bits, mut byte) = ([[0; ROW]; 256], 0);
    while byte < 256 {
        let (mut left, mut count) = (byte as u8, 0);
        while left != 0 {
            bits[byte][count] = left.trailing_zeros() as u8;
            left &= left - 1;
            count += 1;
        }
        byte += 1;
    }
    bits
};

/// How many bits are set in each byte. Not all processors have an instruction for that.
static COUNTS: [u8; 256] = {
    let (mut counts, mut byte) = ([0; 256], 0);
    while byte < 256 {
        counts[byte] = (byte as u8).count_ones() as u8;
        byte += 1;
    }
    counts
};

impl List {
    pub const fn new() -> Self {
        List { room: Vec::new(), len: 0 }
    }

    /// Clears it, and reserves capacity for this many agents.
    pub fn clear(&mut self, room: usize) {
        self.len = 0;
        if self.room.len() < room + ROW {
            self.room.resize(room + ROW, 0);
        }
    }

    pub fn extend(&mut self, numbers: &[u16]) {
        self.room[self.len..self.len + numbers.len()].copy_from_slice(numbers);
        self.len += numbers.len();
    }

    /// Adds the agents in this group. Agents are numbered from `first` on.
    #[inline]
    pub fn push_members(&mut self, group: usize, first: usize, groups: &[u8]) {
        self.push(true, group as u8, first as u16, groups);
    }

    /// Adds the agents outside of this group.
    #[inline]
    pub fn push_others(&mut self, group: usize, first: usize, groups: &[u8]) {
        self.push(false, group as u8, first as u16, groups);
    }

    /// Adds the agents in a group, or those outside of it. A stretch with nothing to add is skipped; in all others,
    /// each row takes the same path.
    #[inline(always)]
    fn push(&mut self, members: bool, group: u8, first: u16, groups: &[u8]) {
        let (stretches, rest) = groups.as_chunks::<STRETCH>();
        let mut number = first;
        for stretch in stretches {
            let in_group: u8 = stretch.iter().map(|other| u8::from(*other == group)).sum();
            if usize::from(in_group) != if members { 0 } else { STRETCH } {
                self.push_rows(members, group, number, stretch);
            }
            number += STRETCH as u16;
        }
        self.push_rows(members, group, number, rest);
    }

    /// Adds the matching agents of a stretch that may have some.
    #[inline(always)]
    fn push_rows(&mut self, members: bool, group: u8, first: u16, groups: &[u8]) {
        let (rows, rest) = groups.as_chunks();
        let mut number = first;
        for row in rows {
            let members_of_row = equal(group, *row);
            self.push_bits(number, if members { members_of_row } else { !members_of_row });
            number += ROW as u16;
        }
        for (number, other) in (number..).zip(rest) {
            self.room[self.len] = number;
            self.len += usize::from((*other == group) == members);
        }
    }

    /// Adds those of eight numbers whose bits are set. It writes eight numbers, but `len` counts only the added ones.
    #[inline(always)]
    fn push_bits(&mut self, first: u16, bits: u8) {
        let numbers = BITS[usize::from(bits)].map(|bit| first + u16::from(bit));
        self.room[self.len..self.len + ROW].copy_from_slice(&numbers);
        self.len += usize::from(COUNTS[usize::from(bits)]);
    }

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

    /// How many agents are in all parts.
    pub const fn len(&self) -> usize {
        self.list.len
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

    /// Keeps only the agents of a group whose position is in a range. The part must be in the order of positions.
    pub fn limit(&mut self, group: usize, range: &Range<usize>, position: impl Fn(u16) -> usize) {
        let start = self.parts[group].start;
        let before = |end: usize| start + self.of(group).partition_point(|number| position(*number) < end);
        self.parts[group] = before(range.start)..before(range.end);
    }

    /// Drops the first agents in the part of a group.
    pub fn skip(&mut self, group: usize, count: usize) {
        let part = &mut self.parts[group];
        part.start = part.end.min(part.start + count);
    }

    /// Takes the last agent out of the part of a group.
    pub fn pop(&mut self, group: usize) -> Option<u16> {
        let last = self.parts[group].next_back()?;
        Some(self.list.room[last])
    }
}
