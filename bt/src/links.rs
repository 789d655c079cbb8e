//! How the nodes of a tree hang together, for those who look on.

use crate::outline::Facts;
use crate::status::Outcome;

/// How a node hangs on its parent.
#[derive(Clone, Copy)]
pub struct Link {
    /// The node above it.
    pub parent: Option<usize>,
    /// What its start and its end mean for the parent.
    way: u32,
    /// Whether a tree stands there, which tells of its own nodes.
    pub is_tree: bool,
}

/// The parent starts with it.
const STARTS: u32 = 1;
/// The parent has no code of its own that could tell of its end.
const PASSES: u32 = 1 << 1;
/// After its success the parent fails.
const SUCCESS_FAILS: u32 = 1 << 2;
/// After its success the parent succeeds.
const SUCCESS_SUCCEEDS: u32 = 1 << 3;
/// After its failure the parent fails.
const FAILURE_FAILS: u32 = 1 << 4;
/// After its failure the parent succeeds.
const FAILURE_SUCCEEDS: u32 = 1 << 5;

impl Link {
    const ROOT: Self = Link { parent: None, way: 0, is_tree: false };

    const fn has(self, flag: u32) -> bool {
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

/// How each node of a tree hangs on its parent; what comes after the nodes is nothing.
pub const fn links<const ENTRIES: usize>(facts: Facts) -> [Link; ENTRIES] {
    let (mut links, mut latest) = ([Link::ROOT; ENTRIES], [0; ENTRIES]);
    let (lines, mut at, mut node) = (facts.lines().as_bytes(), 0, 0);
    while node < facts.own_nodes() {
        let depth = number(lines, at);
        latest[depth] = node;
        // The way is the third number behind the tab.
        at = behind(lines, behind(lines, behind(lines, at, b'\t'), b':'), b':');
        let parent = if depth == 0 { None } else { Some(latest[depth - 1]) };
        links[node] = Link { parent, way: number(lines, at) as u32, is_tree: facts.below(node).nodes() > 0 };
        at = behind(lines, at, b'\n');
        node += 1;
    }
    links
}

/// The number that begins there.
const fn number(text: &[u8], mut at: usize) -> usize {
    let mut number = 0;
    while at < text.len() && text[at].is_ascii_digit() {
        number = 10 * number + (text[at] - b'0') as usize;
        at += 1;
    }
    number
}

/// The place behind the next such byte.
const fn behind(text: &[u8], mut at: usize, byte: u8) -> usize {
    while at < text.len() && text[at] != byte {
        at += 1;
    }
    at + 1
}
