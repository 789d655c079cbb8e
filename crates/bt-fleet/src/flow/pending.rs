//! `Pending`: what has come for epochs that have not begun. There are two at most.

use std::collections::BTreeMap;

/// Things by their epoch.
pub(super) struct Pending<T>(BTreeMap<u64, Vec<T>>);

impl<T> Pending<T> {
    pub(super) const fn new() -> Self {
        Pending(BTreeMap::new())
    }

    pub(super) fn add(&mut self, epoch: u64, things: &mut Vec<T>) {
        self.0.entry(epoch).or_default().append(things);
    }

    /// Takes what has come for an epoch.
    pub(super) fn take(&mut self, epoch: u64) -> Vec<T> {
        self.0.remove(&epoch).unwrap_or_default()
    }
}
