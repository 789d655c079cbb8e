//! `Turns`: the clock of a crowd whose agents are not all ticked in each frame, and in which order they are ticked.

mod queue;
pub mod stamp;

use core::time::Duration;

use self::queue::Queue;
use self::stamp::{Clock, Stamp};

/// The clock of a crowd, and its agents in the order of their last ticks.
#[derive(Clone)]
pub struct Turns {
    pub clock: Clock,
    /// Exists from the first tick that needs it.
    queue: Option<Queue>,
}

impl Turns {
    pub const fn new() -> Self {
        Turns { clock: Clock::new(), queue: None }
    }

    /// The stamp of an agent that has just been inserted.
    pub fn insert(&mut self, slot: u32) -> Stamp {
        let stamp = self.clock.stamp(slot);
        self.push(stamp);
        stamp
    }

    /// Pays an agent what it is owed: returns that, and counts it as paid. `None` if it is owed nothing.
    ///
    /// The agent is ticked only after this, since its tick may panic.
    #[inline]
    pub fn pay(&mut self, stamp: &mut Stamp) -> Option<Duration> {
        if stamp.is_paid(self.clock) {
            return None;
        }
        let owed = stamp.turn(self.clock).owed();
        *stamp = self.clock.stamp(stamp.slot);
        self.push(*stamp);
        Some(owed)
    }

    #[inline]
    fn push(&mut self, stamp: Stamp) {
        if let Some(queue) = &mut self.queue {
            queue.push(stamp);
        }
    }

    /// Prepares [`oldest`](Turns::oldest). `stamps` are those of all agents.
    pub fn line_up(&mut self, stamps: impl Iterator<Item = Stamp>) {
        self.queue.get_or_insert_with(|| Queue::new(stamps));
    }

    /// The slot of the agent that has waited longest for a tick; `None` if no agent is owed anything.
    ///
    /// `stamp` returns the stamp of the agent in a slot, if it is occupied.
    pub fn oldest(&mut self, stamp: impl Fn(u32) -> Option<Stamp>) -> Option<u32> {
        let slot = self.queue.as_mut()?.oldest(&stamp)?;
        stamp(slot).filter(|stamp| !stamp.is_paid(self.clock)).map(|_| slot)
    }

    /// Drops what the queue no longer needs, once that is most of it.
    pub fn tidy(&mut self, agents: usize, stamp: impl Fn(u32) -> Option<Stamp>) {
        if let Some(queue) = &mut self.queue {
            queue.tidy(agents, stamp);
        }
    }
}
