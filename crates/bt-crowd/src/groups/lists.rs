//! Lists of agents that are filled without branches, so that none can be mispredicted.

use alloc::vec::Vec;
use core::ops::Range;

use crate::slices::equal;

/// Some of the agents of a block, as numbers.
#[derive(Clone)]
pub struct List {
    /// It has capacity for a row more than there can be.
    room: Vec<u16>,
    len: usize,
}

/// How many agents are compared at once.
const ROW: usize = 8;

/// The bits that are set in each byte, the lowest first.
static BITS: [[u8; ROW]; 256] = {
    let (mut bits, mut byte) = ([[0; ROW]; 256], 0);
    while byte < 256 {
        let (mut bit, mut count) = (0, 0);
        while bit < ROW {
            bits[byte][count] = bit as u8;
            count += byte >> bit & 1;
            bit += 1;
            if count == ROW {
                break;
            }
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

    /// Adds numbers.
    pub fn extend(&mut self, numbers: &[u16]) {
        self.room[self.len..self.len + numbers.len()].copy_from_slice(numbers);
        self.len += numbers.len();
    }

    /// Adds the agents in this group. Agents are numbered from `first` on.
    #[inline]
    pub fn push_members(&mut self, group: usize, first: usize, groups: &[u8]) {
        self.push_rows(first, groups, |others| equal(group as u8, others), |other| *other == group as u8);
    }

    /// Adds the agents outside of this group.
    #[inline]
    pub fn push_others(&mut self, group: usize, first: usize, groups: &[u8]) {
        self.push_rows(first, groups, |others| !equal(group as u8, others), |other| *other != group as u8);
    }

    /// Adds those of a row that `rows` returns as bits, and of the rest those for which `is_wanted` returns true.
    #[inline(always)]
    fn push_rows(
        &mut self,
        first: usize,
        groups: &[u8],
        wanted: impl Fn([u8; ROW]) -> u8,
        is_wanted: impl Fn(&u8) -> bool,
    ) {
        let (rows, rest) = groups.as_chunks();
        let mut number = first as u16;
        for row in rows {
            let bits = wanted(*row);
            if bits != 0 {
                self.push_row(number, bits);
            }
            number += ROW as u16;
        }
        for (number, other) in (number..).zip(rest) {
            self.room[self.len] = number;
            self.len += usize::from(is_wanted(other));
        }
    }

    /// Adds those of eight numbers whose bits are set.
    #[inline(always)]
    fn push_row(&mut self, first: u16, bits: u8) {
        if let Some(room) = self.room[self.len..].first_chunk_mut::<ROW>() {
            *room = BITS[usize::from(bits)].map(|bit| first + u16::from(bit));
        }
        self.len += usize::from(COUNTS[usize::from(bits)]);
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

    /// Keeps only the agents in the part of a group whose position is in a range. They are in the order of their
    /// positions.
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
