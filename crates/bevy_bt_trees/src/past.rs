//! `Past`: how often the agents of a kind have been ticked.

use std::time::Duration;

/// How often the agents of a kind have been ticked, and for how long in total.
#[derive(Clone, Copy, Debug, Default)]
pub struct Past {
    pub ticks: u64,
    pub time: Duration,
}

impl Past {
    /// After one more tick.
    pub fn after(self, span: Duration) -> Self {
        Past { ticks: self.ticks + 1, time: self.time.saturating_add(span) }
    }
}
