//! `Drowsy`: when a crowd probes for sleeping agents.

/// When a crowd probes for sleeping agents.
#[derive(Clone)]
pub struct Drowsy {
    /// The number of ticks since the last probe, or since skipping began.
    ticks: u32,
    /// Probe after this many ticks.
    patience: u32,
}

/// The initial period: the number of ticks from one probe to the next.
const TICKS: u32 = 8;

/// Skipping sleepers for fewer ticks than this does not pay off.
const FEWEST_TICKS: u32 = 64;

/// The longest period. The period grows as long as probing does not pay off.
const MOST_TICKS: u32 = 128;

impl Drowsy {
    pub const fn new() -> Self {
        Drowsy { ticks: 0, patience: TICKS }
    }

    /// Whether to probe in this tick.
    pub const fn is_due(&mut self) -> bool {
        self.ticks += 1;
        let is_due = self.ticks >= self.patience;
        if is_due {
            self.ticks = 0;
        }
        is_due
    }

    /// Notes that sleepers are skipped in this tick.
    pub const fn note_sleep(&mut self) {
        self.ticks = self.ticks.saturating_add(1);
    }

    /// Notes that all agents have been woken up. If that happened too soon, skipping did not pay off.
    pub fn note_end(&mut self) {
        let in_vain = self.ticks < FEWEST_TICKS;
        self.patience = if in_vain { MOST_TICKS.min(2 * self.patience) } else { TICKS };
        self.ticks = 0;
    }
}
