//! `Ends`: the group of an agent whose tree has ended.
//!
//! Idle agents have a group of their own. If a tree restarts in the place where it ended, its agent would leave the
//! group for one tick and come back: two moves for nothing. So such agents stay in their group. Now and then, agents
//! are counted to find out which groups these are.

use core::ops::Range;

use super::lists::GROUPS;

/// The group of idle agents.
const IDLE: usize = 0;

/// The groups in which idle agents stay.
#[derive(Clone)]
pub struct Ends {
    phase: Phase,
    /// How many agents have left each group because they became idle.
    out: [u32; GROUPS],
    /// How many idle agents have entered each group.
    back: [u32; GROUPS],
    /// The groups in which idle agents stay, with one bit each.
    stay: u64,
}

/// What to do in a tick.
#[derive(Clone, Copy, PartialEq)]
enum Phase {
    /// Idle agents stay, for this many more ticks.
    Stay(u32),
    /// All idle agents move to their own group, and are counted.
    Out,
    /// Agents that leave the idle group are counted.
    Back,
}

/// Agents are counted again after this many ticks.
const PERIOD: u32 = 32;

impl Ends {
    /// The first count is in the second tick, when agents are in their groups.
    pub const fn new() -> Self {
        Ends { phase: Phase::Stay(2), out: [0; GROUPS], back: [0; GROUPS], stay: 0 }
    }

    /// Begins a tick.
    pub fn begin(&mut self) {
        self.phase = match self.phase {
            Phase::Stay(left @ 2..) => Phase::Stay(left - 1),
            Phase::Stay(_) => Phase::Out,
            Phase::Out => Phase::Back,
            Phase::Back => {
                self.decide();
                Phase::Stay(PERIOD)
            }
        };
    }

    /// Agents stay in a group if at least half as many come back to it as leave it.
    fn decide(&mut self) {
        let returns = |group: &usize| self.out[*group] > 0 && 2 * self.back[*group] >= self.out[*group];
        self.stay = (0..GROUPS).filter(returns).fold(0, |stay, group| stay | 1 << group);
        (self.out, self.back) = ([0; GROUPS], [0; GROUPS]);
    }

    /// Puts idle agents into the groups in which they stay. `parts` are the current groups, with the indices of their
    /// agents; `groups` holds the new group of each agent.
    #[expect(clippy::cast_possible_truncation, reason = "there are few groups")]
    pub fn keep(&self, parts: impl Iterator<Item = (usize, Range<usize>)>, groups: &mut [u8]) {
        if !matches!(self.phase, Phase::Stay(_)) || self.stay == 0 {
            return;
        }
        for (group, indices) in parts {
            if self.stay >> group & 1 != 0 {
                groups[indices].iter_mut().for_each(|new| *new = if *new == IDLE as u8 { group as u8 } else { *new });
            }
        }
    }

    /// Whether agents are counted in this tick.
    pub const fn counts(&self) -> bool {
        !matches!(self.phase, Phase::Stay(_))
    }

    /// Counts an agent that moves from one group to another, if this tick counts.
    #[inline]
    pub fn count(&mut self, from: usize, to: usize) {
        self.out[from] += u32::from(to == IDLE && self.phase == Phase::Out);
        self.back[to] += u32::from(from == IDLE && self.phase == Phase::Back);
    }
}
