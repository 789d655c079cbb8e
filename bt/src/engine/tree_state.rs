//! `TreeState`: the constants that the state type of a tree has.

use crate::outline::facts::Facts;

/// The state type of a tree, with what is constant of the tree.
pub trait TreeState {
    /// The state in which nothing is active.
    const IDLE: Self;
    /// The facts of the tree.
    const FACTS: Facts;
    /// The first kept cell of each node, as [`offsets`](crate::outline::facts::offsets) counts it.
    const OFFSETS: &'static [usize];
    /// The position of each node in the whole tree, as [`positions`](crate::outline::facts::positions) counts it.
    const POSITIONS: &'static [usize];
    /// The parent of each node, as `ParentLinks` reads it.
    const LINKS: &'static [u8];
}
