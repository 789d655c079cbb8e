//! `Place`: which worker has what.

/// One worker among all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) worker: u64,
    pub(crate) workers: u64,
}

impl Place {
    /// The worker that knows where an agent is, and has the agent itself unless the directory says otherwise.
    pub(crate) const fn home(self, id: u64) -> u64 {
        id % self.workers
    }

    /// The worker that has the agents of a cell.
    pub(crate) const fn of_cell(self, cell: u64) -> u64 {
        cell % self.workers
    }

    pub(crate) const fn is_here(self, worker: u64) -> bool {
        self.worker == worker
    }
}
