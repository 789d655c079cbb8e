//! `Report` and `Epoch`: what has happened.

use serde::{Deserialize, Serialize};

/// What has happened in one epoch, in the whole fleet.
///
/// ```
/// use bt_fleet::Epoch;
///
/// assert_eq!(Epoch::default().agents, 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Epoch {
    /// Its number, counted from 1.
    pub number: u64,
    /// How many agents there are.
    pub agents: u64,
    /// How many of them had a turn; the others sleep.
    pub turns: u64,
    /// The hash of all agents and of what they have sent, if it was [taken](crate::Fleet::hash_every): the same for any number of
    /// workers.
    pub hash: Option<u64>,
    /// How many agents were born. They have their first turn in the next epoch.
    pub born: u64,
    /// How many agents died.
    pub died: u64,
    /// How many letters were sent.
    pub letters: u64,
    /// How many letters of the epoch before were for nobody.
    pub lost: u64,
    /// How many agents went to another worker.
    pub moved: u64,
    /// How many bytes went through networks since the epoch before.
    pub wire: u64,
    /// How many bytes of snapshots were written.
    pub saved: u64,
}

impl Epoch {
    /// Adds what has happened on another worker.
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

/// What has happened in a run of a fleet. Only the process with the number 0 knows it.
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
    /// The epochs whose hashes were taken, with their hashes, in order: 16 bytes for each.
    pub hashes: Vec<(u64, u64)>,
    /// How often all was started again.
    pub restarts: u32,
    /// What was said of snapshots that were damaged, so that an older one was taken. Their folders are now called
    /// `damaged-...`; nothing removes them.
    pub damaged: Vec<String>,
}

impl Report {
    /// The hash of all agents at the end of an epoch, if it was taken.
    pub fn hash(&self, epoch: u64) -> Option<u64> {
        let index = self.hashes.binary_search_by_key(&epoch, |(number, _)| *number).ok()?;
        Some(self.hashes[index].1)
    }

    /// Adds an epoch, which may have been run before a restart. Returns whether it was the same then.
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
