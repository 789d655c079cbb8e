//! What is ticked, and the one place where it is ticked.

use std::fmt::Debug;

use bt::Status;

/// What an agent works on, and what happens to it by itself.
pub trait World: Clone + Debug + Default + PartialEq + 'static {
    /// The short name of the workload.
    const NAME: &'static str;

    /// No agent of a crowd is ticked more often before the measurement begins.
    const MOST_WARM_UP_TICKS: u64 = 64;

    /// The context of an agent in a crowd, drawn by this number.
    fn drawn(chance: u64) -> Self;

    /// What happens before each tick.
    fn prepare(&mut self);
}

/// What can be ticked: a tree, or a part of one.
pub trait Tick<C> {
    /// One tick.
    fn tick(&mut self, context: &mut C) -> Status;
}

/// What the body of a leaf returns.
pub trait Answer {
    /// The same as a status.
    fn status(self) -> Status;
}

impl Answer for Status {
    #[inline(always)]
    fn status(self) -> Status {
        self
    }
}

impl Answer for bool {
    #[inline(always)]
    fn status(self) -> Status {
        Status::from(self)
    }
}

impl Answer for () {
    #[inline(always)]
    fn status(self) -> Status {
        Status::Success
    }
}

/// One tick of a lone agent: the only place where such agents are ticked, for all systems alike.
///
/// It is a call, so that no system is spread over the loop around it, and none is optimised away.
#[inline(never)]
pub fn step<C: World>(tree: &mut impl Tick<C>, context: &mut C) -> Status {
    context.prepare();
    tree.tick(context)
}

/// Ticks a single agent this many times, and returns how many of the ticks did not end it.
pub fn steps<C: World>(tree: &mut impl Tick<C>, context: &mut C, ticks: u64) -> u64 {
    (0..ticks).map(|_| u64::from(step(tree, context).is_running())).sum()
}

/// A number that is well mixed, for each number (splitmix64).
pub fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
