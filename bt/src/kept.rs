//! State that outlives the nodes it belongs to: `run_once` and its like.

use crate::active::Search;
use crate::outline::Facts;
use crate::time::{Span, Time};

/// What one node keeps: a number, 0 as long as nothing has happened.
///
/// Bytes, so that a tree that keeps nothing is not aligned for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell([u8; 4]);

impl Cell {
    const EMPTY: Self = Cell([0; 4]);

    /// A number.
    #[cfg(feature = "serde")]
    pub(crate) fn of(number: u32) -> Self {
        Cell(number.to_le_bytes())
    }

    #[inline(always)]
    pub(crate) const fn get(self) -> u32 {
        u32::from_le_bytes(self.0)
    }

    #[inline(always)]
    const fn set(&mut self, number: u32) {
        self.0 = number.to_le_bytes();
    }
}

/// The kept state of a tree, subtrees included: one cell for each node that keeps something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kept<const CELLS: usize>(pub(crate) [Cell; CELLS]);

impl<const CELLS: usize> Kept<CELLS> {
    /// Nothing has happened yet.
    pub const NEW: Self = Kept([Cell::EMPTY; CELLS]);

    /// The cells, the tree's own first.
    #[inline(always)]
    pub fn cells(&mut self) -> &mut [Cell] {
        &mut self.0
    }
}

impl<const CELLS: usize> Default for Kept<CELLS> {
    fn default() -> Self {
        Self::NEW
    }
}

/// What a leaf says of itself where a tree has more to say.
///
/// A tree type has inherent items of these names, which are taken before these: so a tree finds out what its leaves
/// are without naming a context.
pub trait NotATree {
    /// The nodes of the tree, and the number of its kept cells.
    #[doc(hidden)]
    const __TREE: Facts = Facts::LEAF;

    /// The first active leaf at or after a position, of what begins at `at`: a leaf has that position alone.
    #[doc(hidden)]
    fn __active(&self, node: usize, search: Search) -> Option<usize> {
        search.found(node)
    }
}

impl<L> NotATree for L {}

const SUCCESS: u32 = 1;
const FAILURE: u32 = 2;

/// Whether a cell keeps no outcome yet.
#[inline(always)]
pub fn is_empty(cell: &Cell) -> bool {
    cell.get() == 0
}

/// Whether the outcome that a cell keeps is success.
#[inline(always)]
pub fn kept_success(cell: &Cell) -> bool {
    cell.get() == SUCCESS
}

/// Keeps an outcome.
#[inline(always)]
pub fn keep(cell: &mut Cell, success: bool) {
    cell.set(if success { SUCCESS } else { FAILURE });
}

/// Whether a count is below its limit.
#[inline(always)]
pub fn is_below(cell: &Cell, limit: u32) -> bool {
    cell.get() < limit
}

/// Counts one up.
#[inline(always)]
pub fn count_up(cell: &mut Cell) {
    cell.set(cell.get().saturating_add(1));
}

/// Whether a cell is not empty; then it is.
#[inline(always)]
pub fn take(cell: &mut Cell) -> bool {
    core::mem::replace(cell, Cell::EMPTY).get() != 0
}

/// The number in two cells.
#[inline(always)]
pub fn wide(cells: &[Cell]) -> u64 {
    u64::from(cells[0].get()) | u64::from(cells[1].get()) << 32
}

/// Puts a number into two cells.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "each cell takes one half")]
pub fn set_wide(cells: &mut [Cell], number: u64) {
    cells[0].set(number as u32);
    cells[1].set((number >> 32) as u32);
}

/// Whether so much time has passed since the moment that two cells keep, if they keep any.
#[inline(always)]
pub fn has_cooled(cells: &[Cell], time: impl Time, span: &Span) -> bool {
    match wide(cells) {
        0 => true,
        stopped => span.now() >= (stopped - 1).saturating_add(time.nanos()),
    }
}

/// Keeps in two cells that something has stopped now. One more than the moment, since 0 is none.
#[inline(always)]
pub fn stopped(cells: &mut [Cell], span: &Span) {
    set_wide(cells, span.now().saturating_add(1));
}
