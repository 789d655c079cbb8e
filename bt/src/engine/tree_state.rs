//! `TreeState`: the constants that the state type of a tree has.

use super::observe::parent_links::ParentLinks;
use super::outline::Outline;
use super::region::Region;
use crate::outline::facts::Facts;

/// The state type of a tree, with the constants of the tree.
pub trait TreeState: Region {
    /// The state in which nothing is active.
    const IDLE: Self;
    /// The facts of the tree.
    const FACTS: Facts;
    /// The first kept cell of each node, computed by [`offsets`](crate::outline::facts::offsets).
    const OFFSETS: &'static [usize];
    /// The position of each node with subtrees written out, computed by
    /// [`positions`](crate::outline::facts::positions).
    const POSITIONS: &'static [usize];
    /// The parent of each node, encoded as `ParentLinks`.
    const LINKS: &'static [u8];

    /// The facts of the tree. A live tree gets new ones with each change.
    #[inline(always)]
    fn outline(&self) -> Outline {
        outline_of::<Self>()
    }

    /// Nothing is active any more. With `clear` of the region, W6 of the benchmarks takes 0.9 instructions more.
    #[inline(always)]
    fn end(&mut self) {
        *self = Self::IDLE;
    }
}

/// The constants of a state type as values.
#[inline(always)]
pub fn outline_of<S: TreeState>() -> Outline {
    Outline {
        facts: const { &S::FACTS },
        is_throttled: const { S::FACTS.is_throttled() },
        offsets: S::OFFSETS,
        positions: S::POSITIONS,
        links: ParentLinks(S::LINKS),
    }
}
