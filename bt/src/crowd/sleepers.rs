//! `Sleepers`: which agents of a crowd sleep, and what becomes of the time that passes meanwhile.
//!
//! Agents that sleep stay where they are. Those that are awake are in a list.

use alloc::vec::Vec;
use core::hint::black_box;
use core::time::Duration;

use super::block::{Agent, Block};
use super::wheel::{Wheel, is_worth};
use crate::__private::describe::generated_tree::GeneratedTree;
use crate::time::IntoDuration;
use crate::tree::TreeFor;

/// The agents that sleep, and those that are awake.
#[derive(Clone)]
pub struct Sleepers<T, C> {
    wheel: Wheel,
    /// Which agents are awake.
    awake: Vec<Spot>,
    /// The state of each agent, by blocks.
    naps: Vec<Vec<Nap>>,
    /// Memory for those whose sleep is over.
    due: Vec<Spot>,
    /// Lets the time pass for an agent that it has slept. A tree of this type can be ticked on such a context, which no
    /// method but `tick_for` has to know.
    pay: fn(&mut T, &mut C, Duration),
}

/// Where an agent is: the number of its block, and its index there.
#[derive(Clone, Copy)]
pub struct Spot(u32);

impl Spot {
    /// How many bits are the index.
    const BITS: u32 = 14;

    #[expect(clippy::cast_possible_truncation, reason = "a crowd has at most 2^32 agents")]
    pub const fn new(block: usize, index: usize) -> Self {
        Spot((block << Self::BITS | index) as u32)
    }

    const fn block(self) -> usize {
        (self.0 >> Self::BITS) as usize
    }

    const fn index(self) -> usize {
        (self.0 & ((1 << Self::BITS) - 1)) as usize
    }
}

/// Whether an agent sleeps.
#[derive(Clone, Copy)]
struct Nap {
    /// The time at which its sleep began; its position in the list if it is awake.
    since: u64,
    /// The slice in which its sleep ends, or `AWAKE`.
    until: u64,
}

/// The slice of an agent that is awake.
const AWAKE: u64 = u64::MAX;

/// How many agents are brought into the cache at once.
const FETCHED: usize = 32;

impl<T: GeneratedTree, C> Sleepers<T, C> {
    /// All these agents are awake.
    pub fn new(span: u64, blocks: &[Block<T, C>]) -> Self
    where
        T: TreeFor<C>,
    {
        let pay = |tree: &mut T, context: &mut C, debt: Duration| {
            tree.tick_for(debt, context);
        };
        let (wheel, naps) = (Wheel::new(span), Vec::new());
        let mut sleepers = Sleepers { wheel, awake: Vec::new(), naps, due: Vec::new(), pay };
        for (number, block) in blocks.iter().enumerate() {
            sleepers.naps.push(Vec::new());
            for _ in block.trees() {
                sleepers.insert(number);
            }
        }
        sleepers
    }

    /// Whether ticks of this span suit the wheel.
    pub fn suit(&self, span: u64) -> bool {
        self.wheel.suits(span)
    }

    /// How many agents are awake.
    pub const fn awake(&self) -> usize {
        self.awake.len()
    }

    /// An agent comes in behind the others of a block, which may be a new one.
    pub fn insert(&mut self, block: usize) {
        if block == self.naps.len() {
            self.naps.push(Vec::new());
        }
        let naps = &mut self.naps[block];
        let spot = Spot::new(block, naps.len());
        naps.push(Nap { since: self.awake.len() as u64, until: AWAKE });
        self.awake.push(spot);
    }

    /// An agent that is awake leaves, and the last one of its block, which is awake as well, comes to its spot.
    pub fn remove(&mut self, spot: Spot) {
        self.unlist(self.naps[spot.block()][spot.index()].since as usize);
        let naps = &mut self.naps[spot.block()];
        naps.swap_remove(spot.index());
        if let Some(moved) = naps.get(spot.index()) {
            self.awake[moved.since as usize] = spot;
        }
    }

    /// Takes the agent at a position out of the list.
    fn unlist(&mut self, position: usize) {
        self.awake.swap_remove(position);
        if let Some(moved) = self.awake.get(position) {
            self.naps[moved.block()][moved.index()].since = position as u64;
        }
    }

    /// Wakes up an agent.
    pub fn wake(&mut self, spot: Spot, blocks: &mut [Block<T, C>]) {
        let nap = &mut self.naps[spot.block()][spot.index()];
        if nap.until == AWAKE {
            return;
        }
        let debt = Duration::from_nanos(self.wheel.now() - nap.since);
        *nap = Nap { since: self.awake.len() as u64, until: AWAKE };
        self.awake.push(spot);
        let Agent { tree, context, .. } = agent(blocks, spot);
        (self.pay)(tree, context, debt);
    }

    /// Wakes up all agents.
    pub fn wake_all(&mut self, blocks: &mut [Block<T, C>]) {
        for block in 0..self.naps.len() {
            for index in 0..self.naps[block].len() {
                self.wake(Spot::new(block, index), blocks);
            }
        }
    }

    /// Ticks all agents that are awake or have to wake up now.
    pub fn tick(&mut self, blocks: &mut [Block<T, C>], span: u64, tick: &impl Fn(&mut T, &mut C, Duration))
    where
        T: TreeFor<C>,
    {
        self.wake_due(blocks, span);
        let mut left = self.awake.len();
        while left > 0 {
            let next = left.saturating_sub(FETCHED);
            fetch(blocks, &self.awake[next..left]);
            for position in (next..left).rev() {
                let spot = self.awake[position];
                let Agent { tree, context, .. } = agent(blocks, spot);
                tick(tree, context, Duration::from_nanos(span));
                if let Some(until) = sleep(tree, span).and_then(|sleep| self.wheel.end_of(sleep)) {
                    self.put_to_sleep(position, until);
                }
            }
            left = next;
        }
    }

    /// The agent at a position of the list sleeps until this slice.
    fn put_to_sleep(&mut self, position: usize, until: u64) {
        let spot = self.awake[position];
        self.unlist(position);
        self.naps[spot.block()][spot.index()] = Nap { since: self.wheel.now(), until };
        self.wheel.push(spot.0, until);
    }

    /// Wakes up the agents whose sleep would be over after this span, and moves the clock on.
    fn wake_due(&mut self, blocks: &mut [Block<T, C>], span: u64) {
        let mut due = core::mem::take(&mut self.due);
        let present = self.wheel.take_due(span, |spot| due.push(Spot(spot)));
        for spots in due.chunks(FETCHED) {
            fetch(blocks, spots);
            self.fetch_naps(spots);
            for spot in spots {
                // Otherwise it has been woken up before, and may have gone.
                let nap = self.naps[spot.block()].get(spot.index());
                if nap.is_some_and(|nap| nap.until <= present) {
                    self.wake(*spot, blocks);
                }
            }
        }
        due.clear();
        self.due = due;
        self.wheel.advance(span);
        if self.wheel.is_littered(self.naps.iter().map(Vec::len).sum()) {
            self.clear_up();
        }
    }

    /// Brings their states into the cache, several at a time.
    fn fetch_naps(&self, spots: &[Spot]) {
        let until = |spot: &Spot| self.naps[spot.block()].get(spot.index()).map_or(0, |nap| nap.until);
        black_box(spots.iter().fold(0, |all, spot| all ^ until(spot)));
    }

    /// Fills the wheel anew.
    fn clear_up(&mut self) {
        self.wheel.clear();
        for (block, naps) in self.naps.iter().enumerate() {
            for (index, nap) in naps.iter().enumerate().filter(|(_, nap)| nap.until != AWAKE) {
                self.wheel.push(Spot::new(block, index).0, nap.until);
            }
        }
    }
}

/// For how many nanoseconds a tree sleeps, if that is worth while with ticks of this span.
#[inline]
pub fn sleep<T: TreeFor<C>, C>(tree: &T, span: u64) -> Option<u64> {
    tree.sleep().map(|sleep| sleep.nanos()).filter(|sleep| is_worth(*sleep, span))
}

#[inline]
fn agent<T: GeneratedTree, C>(blocks: &mut [Block<T, C>], spot: Spot) -> &mut Agent<T, C> {
    blocks[spot.block()].at(spot.index())
}

/// Reads a bit of each of these agents, which brings them into the cache, several at a time.
#[inline]
fn fetch<T: GeneratedTree, C>(blocks: &mut [Block<T, C>], spots: &[Spot]) {
    black_box(spots.iter().fold(0, |all, spot| all ^ blocks[spot.block()].seat_at(spot.index())));
}
