//! `Rhythm`: how often the agents of a block come into their groups.
//!
//! To find the group of an agent takes some time, and to move it across the ring longer than a wrong prediction. So groups do
//! not pay if nearly all agents are in the same one, and agents that hardly stay in theirs are better moved seldom. Both
//! follows from what is counted, so the same agents are always ticked in the same way.

/// How often a block is regrouped.
#[derive(Clone)]
pub struct Rhythm {
    /// It is regrouped once in so many ticks.
    period: usize,
    /// The ticks until then.
    left: usize,
}

/// The longest period.
const LONGEST: usize = 8;

impl Rhythm {
    /// Every tick.
    pub const fn new() -> Self {
        Rhythm { period: 1, left: 0 }
    }

    /// Whether the block is regrouped in this tick.
    pub const fn is_time(&mut self) -> bool {
        let is_time = self.left == 0;
        self.left = if is_time { self.period - 1 } else { self.left - 1 };
        is_time
    }

    /// Adapts the period, after so many agents have been regrouped with so many swaps across the ring. `largest` of them are in one group.
    pub fn adapt(&mut self, agents: usize, largest: usize, swaps: usize) {
        let ticked = agents * self.period;
        self.period = if 8 * largest >= 7 * agents {
            LONGEST
        } else if 8 * swaps > ticked {
            LONGEST.min(2 * self.period)
        } else if 12 * swaps < ticked {
            self.period.div_ceil(2)
        } else {
            self.period
        };
        self.left = self.period - 1;
    }
}
