//! How the nodes of a tree hang together, for those who look on.

use crate::status::Outcome;

/// How the nodes of a tree hang together: four bytes for each, of which three are the number of the parent.
#[derive(Clone, Copy)]
pub struct Links(pub &'static [u8]);

impl Links {
    /// How a node hangs on its parent.
    pub fn of(self, node: usize) -> Link {
        let [low, middle, high, way] = self.0.as_chunks().0[node];
        let parent = usize::from(low) | usize::from(middle) << 8 | usize::from(high) << 16;
        Link { parent: (node > 0).then_some(parent), way }
    }
}

/// How a node hangs on its parent.
#[derive(Clone, Copy)]
pub struct Link {
    /// The node above it.
    pub parent: Option<usize>,
    /// What its start and its end mean for the parent.
    way: u8,
}

/// The parent starts with it.
const STARTS: u8 = 1;
/// The parent has no code of its own that could tell of its end.
const PASSES: u8 = 1 << 1;
/// After its success the parent fails.
const SUCCESS_FAILS: u8 = 1 << 2;
/// After its success the parent succeeds.
const SUCCESS_SUCCEEDS: u8 = 1 << 3;
/// After its failure the parent fails.
const FAILURE_FAILS: u8 = 1 << 4;
/// After its failure the parent succeeds.
const FAILURE_SUCCEEDS: u8 = 1 << 5;

impl Link {
    const fn has(self, flag: u8) -> bool {
        self.way & flag != 0
    }

    /// Whether the parent starts with it. Then it is the parent's first child, and stands right behind it.
    pub const fn starts_parent(self) -> bool {
        self.has(STARTS)
    }

    /// How the parent ends when it has ended so; nothing if the parent goes on, or tells of its end itself.
    pub const fn ends_parent(self, outcome: Outcome) -> Option<Outcome> {
        let (fails, succeeds) = match outcome {
            Outcome::Success => (SUCCESS_FAILS, SUCCESS_SUCCEEDS),
            Outcome::Failure => (FAILURE_FAILS, FAILURE_SUCCEEDS),
            Outcome::Aborted if self.has(PASSES) => return Some(Outcome::Aborted),
            Outcome::Aborted => return None,
        };
        if self.has(succeeds) {
            Some(Outcome::Success)
        } else if self.has(fails) {
            Some(Outcome::Failure)
        } else {
            None
        }
    }
}
