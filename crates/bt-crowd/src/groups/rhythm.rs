//! `Rhythm`: how often a block is regrouped.
//!
//! Finding the group of an agent takes time, so groups do not pay off if nearly all agents are in the same one. The
//! period depends on counts, not on measured time, so the same agents are always ticked in the same way.

/// How often a block is regrouped.
#[derive(Clone)]
pub struct Rhythm {
    /// Regroup every this many ticks.
    period: usize,
    /// The ticks until the next regrouping.
    left: usize,
}

/// The first period if nearly all agents are in one group. It doubles as long as they are.
const UNIFORM: usize = 8;

/// The longest period: about a second of a game.
const LONGEST: usize = 64;

/// The period if agents leave their groups in the order in which they came, or if few leave. Those that have left in
/// order are next to each other, so the branches are predicted well even before they are in their new group. If few
/// leave, a wrong prediction for each of them costs less than finding all groups.
const SELDOM: usize = 3;

impl Rhythm {
    /// The period for regrouping in every tick.
    pub const fn new() -> Self {
        Rhythm { period: 1, left: 0 }
    }

    /// Whether the block is regrouped in this tick.
    pub const fn is_time(&mut self) -> bool {
        let is_time = self.left == 0;
        self.left = if is_time { self.period - 1 } else { self.left - 1 };
        is_time
    }

    /// Adapts the period after a regrouping of `agents` agents: `leavers` of them had left their group since the
    /// previous regrouping, and it took `swaps` swaps to bring all into their groups.
    pub const fn adapt(&mut self, agents: usize, leavers: usize, swaps: usize) {
        let (in_order, few_leave) = (32 * swaps < agents, 14 * leavers < self.period * agents);
        self.set(if in_order || few_leave { SELDOM } else { 1 });
    }

    /// Nearly all agents are in one group, so there is nothing to regroup.
    pub fn slow_down(&mut self) {
        self.set((2 * self.period).clamp(UNIFORM, LONGEST));
    }

    const fn set(&mut self, period: usize) {
        self.period = period;
        self.left = period - 1;
    }
}
