//! `Report` and `Epoch`: the results of a run.

use serde::{Deserialize, Serialize};

/// The results of one epoch, for the whole fleet.
///
/// ```
/// use bt_fleet::Epoch;
///
/// assert_eq!(Epoch::default().agents, 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u64,
    /// The number of agents.
    pub agents: u64,
    /// How many of them had a turn; the others sleep.
    pub turns: u64,
    /// The hash of all agents and the letters they have sent, if it was [computed](crate::Fleet::hash_every). It is the
    /// same for any number of workers.
    pub hash: Option<u64>,
    /// How many agents were born. They have their first turn in the next epoch.
    pub born: u64,
    /// How many agents died.
    pub died: u64,
    /// How many letters were sent.
    pub letters: u64,
    /// How many letters of the previous epoch were addressed to no agent.
    pub lost: u64,
    /// How many agents moved to another worker.
    pub moved: u64,
    /// How many bytes were sent over the network since the previous epoch.
    pub wire: u64,
    /// How many bytes of snapshots were written.
    pub saved: u64,
}

impl Epoch {
    /// Adds the results of another worker.
    pub(crate) fn add(&mut self, other: &Epoch) {
        self.agents += other.agents;
        self.hash = match (self.hash, other.hash) {
            (Some(hash), Some(other)) => Some(hash.wrapping_add(other)),
            (hash, other) => hash.or(other),
        };
        self.turns += other.turns;
        self.born += other.born;
        self.died += other.died;
        self.letters += other.letters;
        self.lost += other.lost;
        self.moved += other.moved;
        self.wire += other.wire;
        self.saved += other.saved;
    }
}

/// The results of a run of a fleet. Only process 0 has them.
///
/// ```
/// use bt_fleet::Report;
///
/// let report = Report::default();
/// assert_eq!((report.last, report.hash(3), report.restarts), (None, None, 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The last epoch.
    pub last: Option<Epoch>,
    /// The epochs whose hashes were computed, with their hashes, in order: 16 bytes each.
    pub hashes: Vec<(u64, u64)>,
    /// The number of restarts.
    pub restarts: u32,
    /// The errors of damaged snapshots, which were replaced by an older snapshot. Their folders are now called
    /// `damaged-...`, and are never removed.
    pub damaged: Vec<String>,
}

impl Report {
    /// The hash of all agents at the end of an epoch, if it was computed.
    pub fn hash(&self, epoch: u64) -> Option<u64> {
        let index = self.hashes.binary_search_by_key(&epoch, |(number, _)| *number).ok()?;
        Some(self.hashes[index].1)
    }

    /// Adds an epoch. If it already ran before a restart, returns whether the result was the same.
    pub(crate) fn add(&mut self, epoch: &Epoch) -> bool {
        self.last = Some(*epoch);
        let Some(hash) = epoch.hash else { return true };
        match self.hashes.binary_search_by_key(&epoch.number, |(number, _)| *number) {
            Ok(index) => self.hashes[index].1 == hash,
            Err(index) => {
                self.hashes.insert(index, (epoch.number, hash));
                true
            }
        }
    }
}
