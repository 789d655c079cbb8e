//! The parent of each node, and which events of a node are also events of its parent.

use crate::status::Outcome;

/// The parents of the nodes of a tree, in four bytes each. Three of them are the number of the parent.
#[derive(Clone, Copy)]
pub struct ParentLinks(pub &'static [u8]);

impl ParentLinks {
    /// The link from a node to its parent.
    pub fn of(self, node: usize) -> ParentLink {
        let [low, middle, high, flags] = self.0.as_chunks().0[node];
        let parent = usize::from(low) | usize::from(middle) << 8 | usize::from(high) << 16;
        ParentLink { parent: (node > 0).then_some(parent), flags }
    }
}

/// The link from a node to its parent.
#[derive(Clone, Copy)]
pub struct ParentLink {
    /// The parent; the root has none.
    pub parent: Option<usize>,
    /// What the start and the end of the node mean for the parent.
    flags: u8,
}

/// The parent starts when the node starts.
const STARTS: u8 = 1;
/// The parent is aborted when the node is aborted: it has no code of its own that reports it.
const PASSES: u8 = 1 << 1;
/// The parent fails when the node succeeds.
const SUCCESS_FAILS: u8 = 1 << 2;
/// The parent succeeds when the node succeeds.
const SUCCESS_SUCCEEDS: u8 = 1 << 3;
/// The parent fails when the node fails.
const FAILURE_FAILS: u8 = 1 << 4;
/// The parent succeeds when the node fails.
const FAILURE_SUCCEEDS: u8 = 1 << 5;

impl ParentLink {
    const fn has(self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Whether the parent starts when the node starts. Then the node is its first child, and has the next number.
    pub const fn starts_parent(self) -> bool {
        self.has(STARTS)
    }

    /// How the parent ends when the node ends like this; `None` if the parent continues, or reports its end itself.
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
