//! `Job`: the task of all workers of a process.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::signal::Signal;
use super::start::Start;
use crate::figures::Figures;
use crate::report::Epoch;
use crate::shard::Place;

/// Called with each epoch.
pub(crate) type Tell = Box<dyn Fn(&Epoch) + Send + Sync>;

/// What is called with the figures of each worker.
pub(crate) type Figured = Box<dyn Fn(&Figures) + Send + Sync>;

/// The task of all workers of a process.
pub(crate) struct Job<W> {
    pub(crate) world: Arc<W>,
    pub(crate) start: Start,
    /// The last epoch.
    pub(crate) epochs: u64,
    pub(crate) hash_every: u64,
    /// How many letters an agent may send in an epoch.
    pub(crate) letters: u32,
    /// The folder of snapshots, and the number of epochs between two of them.
    pub(crate) snapshots: Option<(PathBuf, u64)>,
    pub(crate) patience: Duration,
    /// The number of workers in this process.
    pub(crate) threads: usize,
    pub(crate) signal: Arc<Signal>,
    pub(crate) tell: Tell,
    /// Called with the figures of each worker, if set.
    pub(crate) figures: Option<Figured>,
}

impl<W> Job<W> {
    /// Whether this worker reports what its process has sent.
    pub(super) const fn counts_wire(&self, place: Place) -> bool {
        place.worker.is_multiple_of(self.threads as u64)
    }
}
