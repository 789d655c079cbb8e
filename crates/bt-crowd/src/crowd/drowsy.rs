//! `Drowsy`: when a crowd finds out whether its agents sleep.

/// When it is found out whether agents sleep.
#[derive(Clone)]
pub struct Drowsy {
    /// The ticks since it has been found out, or since agents have been left out.
    ticks: u32,
    /// It is found out after so many ticks.
    patience: u32,
}

/// It is found out once in so many ticks.
const TICKS: u32 = 8;

/// To leave agents out for fewer ticks does not pay.
const FEWEST_TICKS: u32 = 64;

/// Where it does not pay, it is found out less often: in the end once in so many ticks.
const MOST_TICKS: u32 = 128;

impl Drowsy {
    pub const fn new() -> Self {
        Drowsy { ticks: 0, patience: TICKS }
    }

    /// Whether it has to be found out in this tick.
    pub const fn is_due(&mut self) -> bool {
        self.ticks += 1;
        let is_due = self.ticks >= self.patience;
        if is_due {
            self.ticks = 0;
        }
        is_due
    }

    /// Agents are left out in this tick.
    pub const fn note_sleep(&mut self) {
        self.ticks = self.ticks.saturating_add(1);
    }

    /// All have been woken up: it was in vain if that came soon.
    pub fn note_end(&mut self) {
        let in_vain = self.ticks < FEWEST_TICKS;
        self.patience = if in_vain { MOST_TICKS.min(2 * self.patience) } else { TICKS };
        self.ticks = 0;
    }
}
