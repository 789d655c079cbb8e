//! W3 by hand: there is only one kind of leaf, so a table can tell which leaf comes next.

use bt::Status;

use crate::workloads::deep::{Deep, LEAVES, LEVELS, is_inverted, is_sequence, leaf};
use crate::world::Tick;

/// In the place of a leaf: the tree has succeeded.
const SUCCEEDED: u8 = LEAVES;
/// In the place of a leaf: the tree has failed.
const FAILED: u8 = LEAVES + 1;

/// Which leaf comes after this one.
const fn after(leaf: u8, mut success: bool) -> u8 {
    let (mut child, mut level) = (leaf, LEVELS);
    while level > 0 {
        let (node, is_first) = (child / 2, child % 2 == 0);
        if is_first && success == is_sequence(level) {
            return (child + 1) << (LEVELS - level);
        }
        success ^= is_inverted(level, node);
        child = node;
        level -= 1;
    }
    if success { SUCCEEDED } else { FAILED }
}

/// The successors of all leaves.
const fn all_after(success: bool) -> [u8; LEAVES as usize] {
    let mut table = [0; LEAVES as usize];
    let mut leaf = 0;
    while leaf < LEAVES {
        table[leaf as usize] = after(leaf, success);
        leaf += 1;
    }
    table
}

/// `NEXT[failed][leaf]`.
static NEXT: [[u8; LEAVES as usize]; 2] = [all_after(true), all_after(false)];

/// The leaf that is next, and a table of successors.
#[derive(Default)]
pub struct Table {
    leaf: u8,
}

impl Tick<Deep> for Table {
    #[inline]
    fn tick(&mut self, deep: &mut Deep) -> Status {
        let mut at = self.leaf;
        // Each leaf comes after the one before it.
        while at < LEAVES {
            let failed = match leaf(at, deep) {
                Status::Running => {
                    self.leaf = at;
                    return Status::Running;
                }
                status => status.is_failure(),
            };
            at = NEXT[usize::from(failed)][usize::from(at)];
        }
        self.leaf = 0;
        Status::from(at == SUCCEEDED)
    }
}

/// `PAIRS[leaf][failed]`.
static PAIRS: [[u8; 2]; LEAVES as usize] = {
    let mut table = [[0; 2]; LEAVES as usize];
    let mut leaf = 0;
    while leaf < LEAVES {
        table[leaf as usize] = [after(leaf, true), after(leaf, false)];
        leaf += 1;
    }
    table
};

/// The same with the two successors of a leaf side by side: fewer instructions, but each depends on the previous one.
#[derive(Default)]
pub struct Pairs {
    leaf: u8,
}

impl Tick<Deep> for Pairs {
    #[inline]
    fn tick(&mut self, deep: &mut Deep) -> Status {
        let mut at = self.leaf;
        while at < LEAVES {
            let failed = match leaf(at, deep) {
                Status::Running => {
                    self.leaf = at;
                    return Status::Running;
                }
                status => status.is_failure(),
            };
            at = PAIRS[usize::from(at)][usize::from(failed)];
        }
        self.leaf = 0;
        Status::from(at == SUCCEEDED)
    }
}

/// The bit of a leaf that runs on.
const RUNS: u8 = 128;

/// A `match` with an arm for each leaf, in a loop.
#[derive(Default)]
pub struct Loop {
    leaf: u8,
}

macro_rules! arms {
    ($at:ident, $deep:ident: $($leaf:literal)*) => {
        match $at {
            $($leaf => match leaf($leaf, $deep) {
                Status::Success => const { after($leaf, true) },
                Status::Failure => const { after($leaf, false) },
                Status::Running => $leaf | RUNS,
            },)*
            _ => FAILED,
        }
    };
}

impl Tick<Deep> for Loop {
    #[inline]
    fn tick(&mut self, deep: &mut Deep) -> Status {
        let mut at = self.leaf;
        while at < LEAVES {
            at = arms! { at, deep:
                0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37
                38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
            };
        }
        if at >= RUNS {
            self.leaf = at & !RUNS;
            return Status::Running;
        }
        self.leaf = 0;
        Status::from(at == SUCCEEDED)
    }
}
