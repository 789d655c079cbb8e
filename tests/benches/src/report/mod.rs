//! Measures what ticks take, and makes tables of it.

mod crowd;
pub mod limit;
mod lone;
mod ratio;

use std::time::Duration;

use crate::measure::{host, instructions};

/// How much is measured.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of samples for a lone agent, and for a crowd.
    pub rounds: (usize, usize),
    /// No round begins later than this, for lone agents and for crowds.
    pub longest: (Duration, Duration),
    /// How long a sample takes.
    pub sample: Duration,
    /// No crowd is larger.
    pub most_agents: usize,
    /// Ticks on which instructions are counted; 0 leaves that out.
    pub counted_ticks: u64,
}

/// All tables, as Markdown.
pub fn report(effort: Effort) -> String {
    let (lone, crowds) = (lone::table(effort), crowd::table(effort));
    format!("{}\n\n{NOTES} {}\n\n{lone}\n{crowds}", host::line(), counts(effort))
}

const NOTES: &str = "Times are those of the processor, and medians over rounds; in brackets the middle half of the \
                     samples. Each sample is a process of its own, and the systems take turns. Ratios are to the \
                     least one by hand. All that happens in a tick is in them, so also what `no tree at all` costs.";

fn counts(effort: Effort) -> &'static str {
    if effort.counted_ticks == 0 {
        "Instructions are not counted in a quick run."
    } else if instructions::can_be_counted() {
        "Instructions are counted by callgrind."
    } else {
        "There is no valgrind here to count instructions."
    }
}
