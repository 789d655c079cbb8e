//! Positions around a ring, and the ranges of them that belong to a group: `Origin` and `GroupRange`.

use core::ops::Range;

/// The index in an array of agents from which positions are counted.
#[derive(Clone, Copy)]
pub struct Origin {
    /// The index of the first position. After the last index, positions continue at the first index.
    pub start: usize,
    /// How many agents there are.
    pub agents: usize,
}

impl Origin {
    /// The index of a position, which may lie one round ahead.
    #[inline]
    pub const fn index(self, position: usize) -> usize {
        // A division would take longer.
        let index = self.start + position;
        let index = if index < self.agents { index } else { index - self.agents };
        if index < self.agents { index } else { index - self.agents }
    }

    /// The position of an index.
    #[inline]
    pub const fn position(self, index: usize) -> usize {
        if index < self.start { index + self.agents - self.start } else { index - self.start }
    }

    /// The origin this many positions after this one.
    pub const fn later(self, positions: usize) -> Self {
        Origin { start: self.index(positions), ..self }
    }

    /// The origin this many positions before this one.
    pub const fn earlier(self, positions: usize) -> Self {
        Origin { start: self.index(self.agents - positions), ..self }
    }

    /// The indices of a range of positions: a range up to the end of the array, and one from its beginning.
    #[inline]
    pub fn indices(self, positions: &Range<usize>) -> [Range<usize>; 2] {
        let start = self.index(positions.start);
        let end = start + positions.len();
        [start..end.min(self.agents), 0..end.saturating_sub(self.agents)]
    }
}

/// The positions that belong to a group before and after a change.
pub struct GroupRange {
    pub from: Range<usize>,
    pub to: Range<usize>,
}

impl GroupRange {
    /// A group without agents.
    pub const EMPTY: Self = GroupRange { from: 0..0, to: 0..0 };

    /// The positions that the group has both before and after.
    pub fn kept(&self) -> Range<usize> {
        let start = self.from.start.max(self.to.start);
        start..self.from.end.min(self.to.end).max(start)
    }

    /// The positions that the group loses: those before and after what it keeps.
    pub fn lost(&self) -> [Range<usize>; 2] {
        without(&self.from, &self.kept())
    }

    /// The positions that the group gains.
    pub fn gained(&self) -> [Range<usize>; 2] {
        without(&self.to, &self.kept())
    }
}

/// What is left of a range before and after a part.
fn without(range: &Range<usize>, part: &Range<usize>) -> [Range<usize>; 2] {
    let front = range.start..part.start.clamp(range.start, range.end);
    let back = part.end.clamp(range.start, range.end)..range.end;
    [front, back]
}
