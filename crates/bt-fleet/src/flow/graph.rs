//! How the operators are connected.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use timely::dataflow::Scope;
use timely::dataflow::operators::{Concat, ConnectLoop, Feedback};

use super::agents::agents;
use super::homes::homes;
use super::signal::Signal;
use super::start::Start;
use super::sum::sum;
use crate::report::Epoch;
use crate::shard::Place;
use crate::world::World;

/// What is called with each epoch.
pub(crate) type Tell = Box<dyn Fn(&Epoch) + Send + Sync>;

/// What all workers of a process are to do.
pub(crate) struct Job<W> {
    pub(crate) world: Arc<W>,
    pub(crate) start: Start,
    /// The last epoch.
    pub(crate) epochs: u64,
    pub(crate) hash_every: u64,
    /// How many letters an agent may send in an epoch.
    pub(crate) letters: u32,
    /// Where snapshots are, and after how many epochs one is taken.
    pub(crate) snapshots: Option<(PathBuf, u64)>,
    pub(crate) patience: Duration,
    /// The number of workers in this process.
    pub(crate) threads: usize,
    pub(crate) signal: Arc<Signal>,
    pub(crate) tell: Tell,
}

impl<W> Job<W> {
    /// Whether this worker reports what its process has sent.
    pub(super) const fn counts_wire(&self, place: Place) -> bool {
        place.worker.is_multiple_of(self.threads as u64)
    }
}

pub(super) fn graph<W: World>(scope: Scope<'_, u64>, job: &Arc<Job<W>>, place: Place) {
    let (next_epoch, arrivals) = scope.feedback(1);
    let (letters, moving, epochs) = agents(scope, arrivals, job, place);
    homes(letters, place, Arc::clone(&job.signal)).concat(moving).connect_loop(next_epoch);
    let job = Arc::clone(job);
    sum(epochs, move |epoch| {
        (job.tell)(epoch);
        job.signal.told.fetch_max(epoch.number, Ordering::SeqCst);
    });
}
