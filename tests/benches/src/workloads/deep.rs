//! W3: 64 leaves below six levels of `sequence` and `selector` in turn, each with two children; every second node of
//! the levels 2 and 4 is below an `inverter`.

use bt::Status;

use crate::world::World;

/// The number of leaves.
pub const LEAVES: u8 = 64;
/// The levels of composites; the uppermost one is level 1 and a `sequence`.
pub const LEVELS: u8 = 6;

/// What the leaves have done, and the generator of their results.
#[derive(Clone, Debug, PartialEq)]
pub struct Deep {
    /// Tells which leaves have run, in which order.
    pub hash: u64,
    /// A generator by Marsaglia (xorshift).
    pub chance: u64,
}

impl Default for Deep {
    fn default() -> Self {
        Self::drawn(0x1234_5678_9ABC_DEF1)
    }
}

impl World for Deep {
    const NAME: &'static str = "W3 deep";

    fn drawn(chance: u64) -> Self {
        Deep { hash: 0, chance: chance | 1 }
    }

    #[inline(always)]
    fn prepare(&mut self) {}
}

/// Mixes its number into the hash, and draws its result: running in one of sixteen cases, otherwise success or failure.
#[inline(always)]
pub fn leaf(number: u8, deep: &mut Deep) -> Status {
    deep.hash = (deep.hash ^ u64::from(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    deep.chance ^= deep.chance << 13;
    deep.chance ^= deep.chance >> 7;
    deep.chance ^= deep.chance << 17;
    if deep.chance & 15 == 0 {
        return Status::Running;
    }
    if deep.chance & 16 == 0 { Status::Failure } else { Status::Success }
}

/// Whether the composites of this level are sequences; the others are selectors.
pub const fn is_sequence(level: u8) -> bool {
    level % 2 == 1
}

/// Whether this node of this level is below an inverter. The nodes of a level are counted from 0.
pub const fn is_inverted(level: u8, node: u8) -> bool {
    (level == 2 || level == 4) && node % 2 == 1
}
