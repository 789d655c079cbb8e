//! Those who are to leave a group are brought together, before others take their places.
//!
//! So those that come together stay together. Often they leave together, too, and then the processor guesses that.

use alloc::vec::Vec;
use core::ops::Range;

/// An agent of a group that now belongs to another one.
#[derive(Clone, Copy)]
pub struct Leaver {
    pub index: u16,
    pub to: u8,
}

/// At most one in so many may leave: where most agents leave soon it takes more time than it saves.
const FEW: usize = 4;

/// Where in a group those stand that came first.
#[derive(Clone, Default)]
pub struct Oldest(usize);

impl Oldest {
    /// Brings the leavers of a group of so many agents together where the oldest stand: most of them are there already.
    /// They are in the order of their indices, before and after. `swap` swaps one who stays with a leaver.
    ///
    /// `targets` is there for its memory alone.
    pub fn gather(
        &mut self,
        agents: usize,
        leavers: &mut [Leaver],
        targets: &mut Vec<u8>,
        swap: impl FnMut(usize, usize),
    ) {
        if leavers.len() * FEW > agents {
            return;
        }
        let start = if self.0 + leavers.len() > agents { 0 } else { self.0 };
        self.0 = start + leavers.len();
        let there = leavers.partition_point(|leaver| usize::from(leaver.index) < start);
        let behind = leavers.partition_point(|leaver| usize::from(leaver.index) < self.0);
        if behind - there < leavers.len() {
            fill_gaps(leavers, start, there..behind, swap);
            put_in_order(leavers, start, targets);
        }
    }
}

/// Moves the others to the agents from `start` on, beside those leavers that are there already.
#[expect(clippy::cast_possible_truncation, reason = "an index takes 16 bits")]
fn fill_gaps(leavers: &mut [Leaver], start: usize, there: Range<usize>, mut swap: impl FnMut(usize, usize)) {
    let (mut gap, mut next) = (start, there.start);
    for other in (0..there.start).chain(there.end..leavers.len()) {
        while next < there.end && usize::from(leavers[next].index) == gap {
            next += 1;
            gap += 1;
        }
        swap(gap, usize::from(leavers[other].index));
        leavers[other].index = gap as u16;
        gap += 1;
    }
}

/// Sorts leavers whose indices are those from `start` on.
#[expect(clippy::cast_possible_truncation, reason = "an index takes 16 bits")]
fn put_in_order(leavers: &mut [Leaver], start: usize, targets: &mut Vec<u8>) {
    targets.clear();
    targets.resize(leavers.len(), 0);
    for leaver in &*leavers {
        targets[usize::from(leaver.index) - start] = leaver.to;
    }
    for ((index, leaver), to) in (start as u16..).zip(leavers).zip(targets) {
        *leaver = Leaver { index, to: *to };
    }
}
