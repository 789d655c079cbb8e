//! `Figures`: measurements of one worker in one epoch.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Measurements of one worker in one epoch: how long it took, and how much there was to do. Unlike an
/// [`Epoch`](crate::Epoch), they are per worker, and include times, which differ from run to run.
///
/// ```
/// use bt_fleet::Figures;
///
/// let figures = Figures::default();
/// assert!(figures.slowest.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Figures {
    /// The number of the worker in the fleet.
    pub worker: u64,
    /// The number of the epoch, from 1.
    pub epoch: u64,
    /// How many agents the worker has.
    pub agents: u64,
    /// How many of them had a turn.
    pub turns: u64,
    /// How many letters and agents had arrived for this epoch when it began.
    pub queue: u64,
    /// How many letters its agents have sent.
    pub letters: u64,
    /// How many of its agents moved to other workers.
    pub moved: u64,
    /// How many bytes its process has sent to others since the previous epoch. Only set for the first worker of a
    /// process.
    pub wire: u64,
    /// How many bytes of a snapshot it wrote.
    pub saved: u64,
    /// How long it worked: arrivals, a snapshot, all turns.
    pub busy: Duration,
    /// How long it had waited for other workers before that.
    pub waited: Duration,
    /// The agents with the longest turns, with their times, the slowest first. At most four.
    pub slowest: Vec<(u64, Duration)>,
}

/// The number of slow agents that are listed.
const SLOWEST: usize = 4;

/// Records the time of an agent, if it is one of the slowest.
pub(crate) fn note(slowest: &mut Vec<(u64, Duration)>, id: u64, time: Duration) {
    let place = slowest.partition_point(|(_, other)| *other >= time);
    if place < SLOWEST {
        slowest.truncate(SLOWEST - 1);
        slowest.insert(place, (id, time));
    }
}

impl Figures {
    /// Emits them as an event of `tracing`.
    pub(crate) fn trace(&self) {
        let Figures { worker, epoch, agents, turns, queue, letters, moved, wire, saved, busy, waited, slowest } = self;
        tracing::debug!(
            target: "bt_fleet::worker",
            worker, epoch, agents, turns, queue, letters, moved, wire, saved, ?busy, ?waited, ?slowest, "an epoch"
        );
    }

    /// Whether there is a subscriber for them.
    pub(crate) fn are_traced() -> bool {
        tracing::enabled!(target: "bt_fleet::worker", tracing::Level::DEBUG)
    }
}

/// The latest figures of each worker of a process.
#[derive(Debug, Default)]
pub(crate) struct Latest(Mutex<BTreeMap<u64, Figures>>);

impl Latest {
    pub(crate) fn set(&self, figures: Figures) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(figures.worker, figures);
    }

    /// All figures, in the text format of Prometheus.
    pub(crate) fn text(&self) -> String {
        type Of = fn(&Figures) -> f64;
        let series: [(&str, &str, Of); 10] = [
            ("epoch", "The number of the last epoch.", |figures| figures.epoch as f64),
            ("agents", "How many agents a worker has.", |figures| figures.agents as f64),
            ("turns", "How many agents had a turn in the epoch.", |figures| figures.turns as f64),
            ("queue", "How many letters and agents had arrived for the epoch.", |figures| figures.queue as f64),
            ("letters", "How many letters were sent in the epoch.", |figures| figures.letters as f64),
            ("moved", "How many agents went to other workers.", |figures| figures.moved as f64),
            ("wire_bytes", "Bytes that the process sent since the epoch before.", |figures| figures.wire as f64),
            ("saved_bytes", "Bytes of a snapshot that were written.", |figures| figures.saved as f64),
            ("busy_seconds", "How long the worker was at work.", |figures| figures.busy.as_secs_f64()),
            ("waited_seconds", "How long it had waited for others.", |figures| figures.waited.as_secs_f64()),
        ];
        let (workers, mut text) = (self.0.lock().unwrap_or_else(PoisonError::into_inner), String::new());
        for (name, help, of) in series {
            let _ = writeln!(text, "# HELP bt_fleet_{name} {help}\n# TYPE bt_fleet_{name} gauge");
            for (worker, figures) in &*workers {
                let _ = writeln!(text, "bt_fleet_{name}{{worker=\"{worker}\"}} {}", of(figures));
            }
        }
        let _ = writeln!(text, "# HELP bt_fleet_slowest_seconds The agents whose turns took longest.");
        let _ = writeln!(text, "# TYPE bt_fleet_slowest_seconds gauge");
        for (worker, figures) in &*workers {
            for (agent, time) in &figures.slowest {
                let seconds = time.as_secs_f64();
                let _ = writeln!(text, "bt_fleet_slowest_seconds{{worker=\"{worker}\",agent=\"{agent}\"}} {seconds}");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_are_named_and_no_others() {
        let mut slowest = Vec::new();
        for (id, millis) in [(1, 5), (2, 9), (3, 1), (4, 7), (5, 6), (6, 9), (7, 2)] {
            note(&mut slowest, id, Duration::from_millis(millis));
        }
        assert_eq!(slowest.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [2, 6, 4, 5]);
    }
}
