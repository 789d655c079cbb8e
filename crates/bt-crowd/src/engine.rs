//! What companion crates of `bt` may know about a tree. No other file uses hidden items of `bt`.

pub use bt::__private::LONGEST_TICK;
use bt::__private::Search;
use bt::{IntoDuration, Tree};

/// The number of places in which a tree can wait, plus one for a tree that is not running.
#[inline(always)]
pub const fn places<T: Tree>() -> usize {
    T::__PLACES
}

/// Whether no place of a tree has places inside.
#[inline(always)]
pub const fn is_flat<T: Tree>() -> bool {
    T::__FLAT
}

/// The number of the place in which a tree waits; 0 if it is not running. Compiles to branchless code.
#[inline(always)]
pub fn place<T: Tree>(tree: &T) -> usize {
    tree.__place()
}

/// The position of the first active leaf, subtrees included.
#[inline(always)]
pub fn first_active<T: Tree>(tree: &T) -> Option<usize> {
    tree.__first_active(Search::FIRST)
}

/// A time in nanoseconds.
#[inline(always)]
pub fn nanos(time: &impl IntoDuration) -> u64 {
    time.nanos()
}

/// The span of a tick in nanoseconds, limited to the longest tick, as in trees.
#[inline(always)]
pub fn span(time: &impl IntoDuration) -> u64 {
    nanos(time).min(LONGEST_TICK)
}
