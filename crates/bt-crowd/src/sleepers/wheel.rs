//! `Wheel`: a timer wheel, for items that wait for their time.
//!
//! Time is cut into slices, and the wheel has a bucket for each of the next slices. Items may fall out too early. So it
//! is enough to know the slice of an item, and an item that has to wait for longer than a revolution of the wheel falls
//! out after one revolution.

use alloc::vec::Vec;
use core::mem;

/// A wheel with a clock.
///
/// The buckets store the items themselves, so items that fall out together are stored together.
#[derive(Clone)]
pub struct Wheel<A> {
    /// The items for each of the next slices; in the last bucket, those that never fall out.
    buckets: Vec<Vec<A>>,
    /// The memory of buckets that are empty.
    spare: Vec<Vec<A>>,
    /// The total capacity of all buckets, including the spare ones.
    room: usize,
    /// A slice lasts this power of two, in nanoseconds.
    slice: u32,
    /// The time since the wheel was created, in nanoseconds.
    now: u64,
}

/// The number of slices of the wheel.
const SLICES: u64 = 1024;

/// The bucket of items that never fall out.
const NEVER: u32 = SLICES as u32;

/// Up to this capacity, memory is never freed.
const LITTLE_ROOM: usize = 1 << 12;

impl<A> Wheel<A> {
    /// A wheel for ticks of about this span. A slice is not longer than that.
    pub fn new(span: u64) -> Self {
        let buckets = (0..=NEVER).map(|_| Vec::new()).collect();
        Wheel { buckets, spare: Vec::new(), room: 0, slice: span.max(1).ilog2(), now: 0 }
    }

    /// Whether ticks of this span suit the slices, and the clock can advance by that much.
    pub fn suits(&self, span: u64) -> bool {
        let suits = span == 0 || span.ilog2().abs_diff(self.slice) <= 2;
        suits && self.now.checked_add(span).is_some_and(|now| i64::try_from(now).is_ok())
    }

    /// The time on the clock.
    pub const fn now(&self) -> u64 {
        self.now
    }

    /// The bucket for an item that waits for this many nanoseconds. `None` if it would fall out in the current slice.
    pub fn bucket(&self, wait: u64) -> Option<u32> {
        if wait == u64::MAX {
            return Some(NEVER);
        }
        let (present, slice) = (self.now >> self.slice, self.now.saturating_add(wait) >> self.slice);
        (slice > present).then(|| (slice.min(present + SLICES - 1) % SLICES) as u32)
    }

    /// Adds an item to a bucket. Returns its index there.
    pub fn push(&mut self, bucket: u32, thing: A) -> usize {
        let things = &mut self.buckets[bucket as usize];
        if things.capacity() == 0 {
            *things = self.spare.pop().unwrap_or_default();
        }
        self.room -= things.capacity();
        things.push(thing);
        self.room += things.capacity();
        things.len() - 1
    }

    /// The item with an index in a bucket.
    pub fn get(&self, bucket: u32, index: usize) -> &A {
        &self.buckets[bucket as usize][index]
    }

    /// Removes an item from a bucket. Also returns the item that has its index now.
    pub fn remove(&mut self, bucket: u32, index: usize) -> (A, Option<&A>) {
        let things = &mut self.buckets[bucket as usize];
        (things.swap_remove(index), things.get(index))
    }

    /// Advances the clock, and passes each bucket that falls out to `fall`, which empties it.
    pub fn advance(&mut self, span: u64, things: usize, mut fall: impl FnMut(&mut Vec<A>)) {
        let past = self.now >> self.slice;
        self.now += span;
        let present = self.now >> self.slice;
        for slice in past + 1..=present.min(past + SLICES) {
            let bucket = &mut self.buckets[(slice % SLICES) as usize];
            if bucket.capacity() == 0 {
                continue;
            }
            fall(bucket);
            let memory = mem::take(bucket);
            if self.room <= LITTLE_ROOM.max(3 * things) {
                self.spare.push(memory);
            } else {
                self.room -= memory.capacity();
            }
        }
    }

    /// Passes all buckets to `take`.
    pub fn all(&mut self, take: impl FnMut(&mut Vec<A>)) {
        self.buckets.iter_mut().for_each(take);
    }
}
