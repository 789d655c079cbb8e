//! `Wheel`: which agents wake up at what time.
//!
//! Time is cut into slices, and the wheel has a bucket for each of the next ones. An agent may wake up too early, which
//! costs time and nothing else: so a slice is as good as a moment, and the longest sleeps are cut.

use alloc::vec::Vec;

/// A wheel with a clock.
#[derive(Clone)]
pub struct Wheel {
    /// The slots of the agents that wake up in each of the next slices. Some may have been woken up before.
    buckets: Vec<Vec<u32>>,
    /// How many slots are in all buckets together.
    entries: usize,
    /// A slice lasts this power of two, in nanoseconds.
    slice: u32,
    /// The time since the wheel has begun, in nanoseconds.
    now: u64,
}

/// How many slices the wheel knows.
const BUCKETS: u64 = 1024;

/// The slice of an agent that sleeps until it is woken up. It comes later than all slices of a wheel.
pub const NEVER: u64 = u64::MAX - 1;

/// A sleep of fewer ticks is not worth the way into the wheel and back.
const FEWEST_TICKS: u64 = 4;

/// Whether a sleep is worth the way into a wheel.
pub fn is_worth(sleep: u64, span: u64) -> bool {
    sleep > span.saturating_mul(FEWEST_TICKS)
}

impl Wheel {
    /// A wheel for ticks of about this span. A slice is no longer than that.
    pub fn new(span: u64) -> Self {
        let buckets = (0..BUCKETS).map(|_| Vec::new()).collect();
        Wheel { buckets, entries: 0, slice: span.max(1).ilog2(), now: 0 }
    }

    /// Whether ticks of this span suit the slices, and the clock can still go on by so much.
    pub fn suits(&self, span: u64) -> bool {
        let suits = span == 0 || span.ilog2().abs_diff(self.slice) <= 2;
        suits && self.now.checked_add(span).is_some_and(|now| i64::try_from(now).is_ok())
    }

    /// The time on the clock.
    pub const fn now(&self) -> u64 {
        self.now
    }

    /// The present slice.
    pub const fn present(&self) -> u64 {
        self.now >> self.slice
    }

    /// Hands over what is in all buckets up to the slice that is the present one after this span, which it returns.
    pub fn take_due(&mut self, span: u64, mut due: impl FnMut(u32)) -> u64 {
        let (present, next) = (self.present(), (self.now + span) >> self.slice);
        for slice in present + 1..=next.min(present + BUCKETS) {
            let bucket = &mut self.buckets[(slice % BUCKETS) as usize];
            self.entries -= bucket.len();
            bucket.drain(..).for_each(&mut due);
        }
        next
    }

    /// Moves the clock on.
    pub const fn advance(&mut self, span: u64) {
        self.now += span;
    }

    /// The slice in which a sleep of so many nanoseconds ends, or an earlier one. `None` if that is the present one.
    pub fn end_of(&self, sleep: u64) -> Option<u64> {
        if sleep == u64::MAX {
            return Some(NEVER);
        }
        let end = self.now.saturating_add(sleep) >> self.slice;
        (end > self.present()).then(|| end.min(self.present() + BUCKETS - 1))
    }

    /// Puts an agent into the bucket of a slice.
    pub fn push(&mut self, slot: u32, slice: u64) {
        if slice != NEVER {
            self.entries += 1;
            self.buckets[(slice % BUCKETS) as usize].push(slot);
        }
    }

    /// Whether the wheel is full of agents that have been woken up before, among so many in all.
    pub const fn is_littered(&self, agents: usize) -> bool {
        self.entries > 2 * agents
    }

    /// Empties all buckets.
    pub fn clear(&mut self) {
        self.entries = 0;
        self.buckets.iter_mut().for_each(Vec::clear);
    }
}
