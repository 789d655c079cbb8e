//! `Signal`: how the threads of one process report failures and completion to each other.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::error::FleetError;

/// Shared by the threads of one process.
pub(crate) struct Signal {
    error: Mutex<Option<FleetError>>,
    failed: AtomicBool,
    /// How many workers are still running.
    workers: AtomicUsize,
    /// How many bytes have been sent.
    pub(crate) wire: AtomicU64,
    /// The last epoch that has been reported.
    pub(crate) told: AtomicU64,
    /// The last epoch that has begun here, and when.
    epoch: AtomicU64,
    begun: Mutex<Instant>,
}

impl Signal {
    pub(crate) fn new(workers: usize) -> Self {
        Signal {
            error: Mutex::new(None),
            failed: AtomicBool::new(false),
            workers: AtomicUsize::new(workers),
            wire: AtomicU64::new(0),
            told: AtomicU64::new(0),
            epoch: AtomicU64::new(0),
            begun: Mutex::new(Instant::now()),
        }
    }

    /// Reports a failure. The first error counts, since the others follow from it.
    pub(crate) fn fail(&self, error: FleetError) {
        let mut first = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.failed.swap(true, Ordering::SeqCst) {
            *first = Some(error);
        }
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.failed.load(Ordering::SeqCst)
    }

    pub(crate) fn take_error(&self) -> Option<FleetError> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(crate) fn worker_ends(&self) {
        self.workers.fetch_sub(1, Ordering::SeqCst);
    }

    pub(crate) fn all_have_ended(&self) -> bool {
        self.workers.load(Ordering::SeqCst) == 0
    }

    /// Notes progress: an epoch begins, or a worker has finished its part of it.
    pub(crate) fn begin(&self, epoch: u64) {
        self.epoch.fetch_max(epoch, Ordering::Relaxed);
        *self.begun.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Fails if there was no progress for too long.
    pub(crate) fn check(&self, patience: Duration) {
        let waited = self.begun.lock().unwrap_or_else(PoisonError::into_inner).elapsed();
        if waited > patience {
            self.fail(FleetError::Stalled { epoch: self.epoch.load(Ordering::Relaxed), waited: patience });
        }
    }
}
