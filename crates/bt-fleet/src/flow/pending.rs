//! `Pending`: arrivals for epochs that have not begun, which are at most two.

use std::collections::BTreeMap;
use std::mem;

/// Arrivals by epoch, in batches as they came, since a single list would be copied as it grows.
pub(super) struct Pending<T>(BTreeMap<u64, Vec<Vec<T>>>);

impl<T> Pending<T> {
    pub(super) const fn new() -> Self {
        Pending(BTreeMap::new())
    }

    pub(super) fn add(&mut self, epoch: u64, things: &mut Vec<T>) {
        self.0.entry(epoch).or_default().push(mem::take(things));
    }

    /// Takes the arrivals for an epoch.
    pub(super) fn take(&mut self, epoch: u64) -> Vec<Vec<T>> {
        self.0.remove(&epoch).unwrap_or_default()
    }
}
