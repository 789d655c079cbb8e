//! `Pending`: what has come for epochs that have not begun. There are two at most.

use std::collections::BTreeMap;
use std::mem;

/// Things by their epoch, in the batches in which they came: a long list would be copied as it grows.
pub(super) struct Pending<T>(BTreeMap<u64, Vec<Vec<T>>>);

impl<T> Pending<T> {
    pub(super) const fn new() -> Self {
        Pending(BTreeMap::new())
    }

    pub(super) fn add(&mut self, epoch: u64, things: &mut Vec<T>) {
        self.0.entry(epoch).or_default().push(mem::take(things));
    }

    /// Takes what has come for an epoch.
    pub(super) fn take(&mut self, epoch: u64) -> Vec<Vec<T>> {
        self.0.remove(&epoch).unwrap_or_default()
    }
}
