//! `Queue`: the agents of a crowd in the order of their last ticks.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::stamp::Stamp;

/// A queue of agents. The agent that has waited longest for a tick is first.
///
/// An agent has an entry for each of its ticks. Only the last one counts; the others are dropped when they get to the
/// front. So an agent that is ticked out of turn need not be found.
#[derive(Clone)]
pub struct Queue(VecDeque<Entry>);

/// A tick of an agent.
#[derive(Clone, Copy)]
struct Entry {
    slot: u32,
    frame: u32,
}

impl Entry {
    /// Whether this was the last tick of an agent that is still there.
    fn counts(self, stamp: impl Fn(u32) -> Option<Stamp>) -> bool {
        stamp(self.slot).is_some_and(|stamp| stamp.frame == self.frame)
    }
}

/// A queue of fewer entries than this is never tidied.
const FEW: usize = 64;

impl Queue {
    pub fn new(stamps: impl Iterator<Item = Stamp>) -> Self {
        let mut entries: Vec<Entry> = stamps.map(|Stamp { slot, frame, .. }| Entry { slot, frame }).collect();
        entries.sort_by_key(|entry| entry.frame);
        Queue(entries.into())
    }

    #[inline]
    pub fn push(&mut self, Stamp { slot, frame, .. }: Stamp) {
        self.0.push_back(Entry { slot, frame });
    }

    /// The slot of the first agent. `stamp` returns the stamp of the agent in a slot.
    pub fn oldest(&mut self, stamp: impl Fn(u32) -> Option<Stamp>) -> Option<u32> {
        while let Some(entry) = self.0.front() {
            if entry.counts(&stamp) {
                return Some(entry.slot);
            }
            self.0.pop_front();
        }
        None
    }

    /// Drops the entries that do not count, if they are more than half of all.
    pub fn tidy(&mut self, agents: usize, stamp: impl Fn(u32) -> Option<Stamp>) {
        if self.0.len() > FEW + 2 * agents {
            self.0.retain(|entry| entry.counts(&stamp));
        }
    }
}
