//! `Directory`: where agents are. Each worker has the part for the agents whose home it is.

use rustc_hash::FxHashMap;

use super::place::Place;

/// Which agents are not at home, and where they are.
pub(crate) struct Directory {
    place: Place,
    away: FxHashMap<u64, u64>,
}

impl Directory {
    pub(crate) fn new(place: Place) -> Self {
        Directory { place, away: FxHashMap::default() }
    }

    /// Notes that an agent is on this worker from the next epoch on.
    pub(crate) fn note(&mut self, id: u64, worker: u64) {
        if worker == self.place.home(id) {
            self.away.remove(&id);
        } else {
            self.away.insert(id, worker);
        }
    }

    /// Forgets an agent that has died.
    pub(crate) fn forget(&mut self, id: u64) {
        self.away.remove(&id);
    }

    /// The worker that has an agent, if there is such an agent.
    pub(crate) fn find(&self, id: u64) -> u64 {
        self.away.get(&id).copied().unwrap_or_else(|| self.place.home(id))
    }
}
