//! Kept cells: numbers that outlive the activations of their node, as `run_once` needs them.

#[cfg(feature = "serde")]
use crate::serde_seq::{UpTo, exactly};
use crate::time::{IntoDuration, LONGEST_TICK, Span};

/// A kept cell: a number, initially 0.
///
/// Stored as bytes, so that it does not raise the alignment of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell([u8; 4]);

impl Cell {
    pub const EMPTY: Self = Cell([0; 4]);

    #[cfg(feature = "serde")]
    fn of(number: u32) -> Self {
        Cell(number.to_le_bytes())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn get(self) -> u32 {
        u32::from_le_bytes(self.0)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn set(&mut self, number: u32) {
        self.0 = number.to_le_bytes();
    }
}

/// All kept cells of a tree, subtrees included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kept<const CELLS: usize>([Cell; CELLS]);

impl<const CELLS: usize> Kept<CELLS> {
    /// The cells of a new tree.
    pub const NEW: Self = Kept([Cell::EMPTY; CELLS]);

    /// The cells, the tree's own first.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn cells(&mut self) -> &mut [Cell] {
        &mut self.0
    }
}

/// What stores the kept cells of a tree.
pub trait KeptCells {
    /// The cells, the tree's own first.
    fn cells(&mut self) -> &mut [Cell];

    /// Empties all cells.
    fn clear(&mut self);
}

impl<const CELLS: usize> KeptCells for Kept<CELLS> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn cells(&mut self) -> &mut [Cell] {
        &mut self.0
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clear(&mut self) {
        *self = Self::NEW;
    }
}

impl<const CELLS: usize> Default for Kept<CELLS> {
    fn default() -> Self {
        Self::NEW
    }
}

const SUCCESS: u32 = 1;
const FAILURE: u32 = 2;

/// Whether a cell holds no outcome yet.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn is_empty(cell: &Cell) -> bool {
    cell.get() == 0
}

/// Whether the outcome in a cell is success.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn kept_success(cell: &Cell) -> bool {
    cell.get() == SUCCESS
}

/// Stores an outcome.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn keep(cell: &mut Cell, success: bool) {
    cell.set(if success { SUCCESS } else { FAILURE });
}

/// Whether a count is below its limit.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn is_below(cell: &Cell, limit: u32) -> bool {
    cell.get() < limit
}

/// Increments a count.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn count_up(cell: &mut Cell) {
    cell.set(cell.get().saturating_add(1));
}

/// Empties a cell, and returns whether it was not empty.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn take(cell: &mut Cell) -> bool {
    core::mem::replace(cell, Cell::EMPTY).get() != 0
}

/// Reads the number in two cells.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn wide(cells: &[Cell]) -> u64 {
    u64::from(cells[0].get()) | u64::from(cells[1].get()) << 32
}

/// Stores a number in two cells.
#[cfg_attr(not(debug_assertions), inline(always))]
#[expect(clippy::cast_possible_truncation, reason = "each cell takes one half")]
pub fn set_wide(cells: &mut [Cell], number: u64) {
    cells[0].set(number as u32);
    cells[1].set((number >> 32) as u32);
}

/// Whether `time` has passed since the moment in two cells; true if they hold none.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn has_cooled(cells: &[Cell], time: impl IntoDuration, span: &Span) -> bool {
    match wide(cells) {
        0 => true,
        stopped => span.now().saturating_sub(stopped - 1) >= time.nanos().min(LONGEST_TICK),
    }
}

/// Stores the moment at which something stops in two cells. The number is the moment plus one, since 0 means none.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn stopped(cells: &mut [Cell], span: &Span) {
    set_wide(cells, span.now() + 1);
}

/// Moves a kept moment back in time.
#[inline]
pub(crate) fn move_back(cells: &mut [Cell], nanos: u64) {
    match wide(cells) {
        0 => {}
        stopped => set_wide(cells, stopped.saturating_sub(nanos).max(1)),
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Cell {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.get())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Cell {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u32::deserialize(deserializer).map(Cell::of)
    }
}

#[cfg(feature = "serde")]
impl<const CELLS: usize> serde::Serialize for Kept<CELLS> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        UpTo(self.0.map(Some)).serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, const CELLS: usize> serde::Deserialize<'de> for Kept<CELLS> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        exactly(deserializer).map(Kept)
    }
}
