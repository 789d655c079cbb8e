//! `Sleepers`: the agents of a crowd in which most agents sleep, with the time that each has slept.

mod wheel;

use alloc::vec::Vec;
use core::hint::black_box;
use core::time::Duration;

use bt::TreeFor;

use self::wheel::Wheel;
use crate::engine::nanos;

/// The awake agents in an array, and the sleeping ones in a wheel.
#[derive(Clone)]
pub struct Sleepers<T, C> {
    awake: Vec<Agent<T, C>>,
    asleep: Wheel<Asleep<T, C>>,
    /// The agents that fall asleep at the end of a tick: their indices, and their buckets.
    tired: Vec<Spot>,
    /// The location of the agent in each slot.
    spots: Vec<Spot>,
    /// Ticks an agent for the time that it has slept. A function pointer, so that only `tick_for` needs to know that
    /// the tree can be ticked with this context.
    pay: fn(&mut T, &mut C, Duration),
}

/// An agent, and its slot.
#[derive(Clone)]
struct Agent<T, C> {
    tree: T,
    context: C,
    slot: u32,
}

/// A sleeping agent, and the time at which it fell asleep.
#[derive(Clone)]
struct Asleep<T, C> {
    agent: Agent<T, C>,
    since: u64,
}

/// The bucket of a sleeping agent, or `AWAKE`, and its index there.
#[derive(Clone, Copy)]
struct Spot {
    bucket: u32,
    index: u32,
}

/// Instead of a bucket: the agent is awake.
const AWAKE: u32 = u32::MAX;

impl Spot {
    #[expect(clippy::cast_possible_truncation, reason = "a crowd has less than 2^32 agents")]
    const fn new(bucket: u32, index: usize) -> Self {
        Spot { bucket, index: index as u32 }
    }
}

/// A sleep of fewer ticks is not worth the move into the wheel and back.
const FEWEST_TICKS: u64 = 4;

/// How long a tree sleeps, in nanoseconds, if that is worthwhile with ticks of this span.
#[inline]
pub fn sleep<T: TreeFor<C>, C>(tree: &T, span: u64) -> Option<u64> {
    tree.sleep().map(|sleep| nanos(&sleep)).filter(|sleep| *sleep > span.saturating_mul(FEWEST_TICKS))
}

impl<T, C> Sleepers<T, C> {
    /// These agents with their slots, all awake.
    pub fn new(span: u64, agents: impl Iterator<Item = (u32, T, C)>) -> Self
    where
        T: TreeFor<C>,
    {
        let pay = |tree: &mut T, context: &mut C, debt: Duration| {
            tree.tick_for(debt, context);
        };
        let mut sleepers =
            Sleepers { awake: Vec::new(), asleep: Wheel::new(span), tired: Vec::new(), spots: Vec::new(), pay };
        agents.for_each(|(slot, tree, context)| sleepers.insert(slot, tree, context));
        sleepers
    }

    /// Whether ticks of this span suit the wheel.
    pub fn suit(&self, span: u64) -> bool {
        self.asleep.suits(span)
    }

    /// How many agents are awake.
    pub const fn awake(&self) -> usize {
        self.awake.len()
    }

    /// Inserts an agent in a slot that is free, or new.
    pub fn insert(&mut self, slot: u32, tree: T, context: C) {
        if self.spots.len() <= slot as usize {
            self.spots.resize(slot as usize + 1, Spot::new(AWAKE, 0));
        }
        self.spots[slot as usize] = Spot::new(AWAKE, self.awake.len());
        self.awake.push(Agent { tree, context, slot });
    }

    /// The agent in an occupied slot. If it sleeps, its tree is as it was when it fell asleep.
    pub fn get(&self, slot: u32) -> (&T, &C) {
        let Spot { bucket, index } = self.spots[slot as usize];
        let index = index as usize;
        let agent = if bucket == AWAKE { &self.awake[index] } else { &self.asleep.get(bucket, index).agent };
        (&agent.tree, &agent.context)
    }

    /// The agent in an occupied slot, mutably. Wakes it up.
    pub fn get_mut(&mut self, slot: u32) -> (&mut T, &mut C) {
        self.wake(slot);
        let Agent { tree, context, .. } = &mut self.awake[self.spots[slot as usize].index as usize];
        (tree, context)
    }

    /// Removes the agent in a slot. Wakes it up first.
    pub fn remove(&mut self, slot: u32) -> (T, C) {
        self.wake(slot);
        let Agent { tree, context, .. } = self.take(self.spots[slot as usize].index as usize);
        (tree, context)
    }

    /// Wakes up the agent in a slot.
    fn wake(&mut self, slot: u32) {
        let Spot { bucket, index } = self.spots[slot as usize];
        if bucket == AWAKE {
            return;
        }
        let (Asleep { agent, since }, moved) = self.asleep.remove(bucket, index as usize);
        if let Some(moved) = moved {
            self.spots[moved.agent.slot as usize].index = index;
        }
        self.spots[slot as usize] = Spot::new(AWAKE, self.awake.len());
        self.awake.push(agent);
        if let Some(agent) = self.awake.last_mut() {
            pay_debt(self.pay, agent, self.asleep.now() - since);
        }
    }

    /// Removes the awake agent with this index. The last one takes its index.
    fn take(&mut self, index: usize) -> Agent<T, C> {
        let agent = self.awake.swap_remove(index);
        if let Some(moved) = self.awake.get(index) {
            self.spots[moved.slot as usize] = Spot::new(AWAKE, index);
        }
        agent
    }

    /// Wakes up all agents.
    pub fn wake_all(&mut self) {
        let Sleepers { awake, asleep, spots, pay, .. } = self;
        let now = asleep.now();
        asleep.all(|bucket| rouse(bucket, awake, spots, |agent, since| pay_debt(*pay, agent, now - since)));
    }

    /// All agents with their slots. All must be awake.
    pub fn into_agents(self) -> impl Iterator<Item = (u32, T, C)> {
        self.awake.into_iter().map(|Agent { tree, context, slot }| (slot, tree, context))
    }

    /// Ticks all agents that are awake or wake up now.
    pub fn tick(&mut self, span: u64, tick: &mut impl FnMut(&mut T, &mut C, Duration))
    where
        T: TreeFor<C>,
    {
        // The previous tick may have panicked and left some here.
        self.tired.clear();
        self.wake_due(span);
        for (index, Agent { tree, context, .. }) in self.awake.iter_mut().enumerate() {
            tick(tree, context, Duration::from_nanos(span));
            if let Some(bucket) = sleep(tree, span).and_then(|sleep| self.asleep.bucket(sleep)) {
                self.tired.push(Spot::new(bucket, index));
            }
        }
        // The last one first: then the agent that takes its index is never itself about to fall asleep. Moving each
        // agent right after its tick would be slower, since a processor is slow to read what it has just written in
        // parts.
        let since = self.asleep.now();
        while !self.tired.is_empty() {
            let start = self.tired.len().saturating_sub(FETCHED);
            let (fall_asleep, move_up) = (&self.tired[start..], self.awake.iter().rev().take(FETCHED));
            fetch(&self.spots, fall_asleep.iter().map(|spot| self.awake[spot.index as usize].slot));
            fetch(&self.spots, move_up.map(|agent| agent.slot));
            for tired in (start..self.tired.len()).rev() {
                let Spot { bucket, index } = self.tired[tired];
                let agent = self.take(index as usize);
                let slot = agent.slot as usize;
                self.spots[slot] = Spot::new(bucket, self.asleep.push(bucket, Asleep { agent, since }));
            }
            self.tired.truncate(start);
        }
    }

    /// Advances the clock, and wakes up the agents that have slept long enough. Their next tick has this span.
    fn wake_due(&mut self, span: u64) {
        let Sleepers { awake, asleep, spots, pay, .. } = self;
        let (before, agents) = (asleep.now(), spots.len());
        asleep.advance(span, agents, |bucket| {
            rouse(bucket, awake, spots, |agent, since| pay_debt(*pay, agent, before - since));
        });
    }
}

/// Ticks an agent for the time that it has slept.
fn pay_debt<T, C>(pay: fn(&mut T, &mut C, Duration), agent: &mut Agent<T, C>, nanos: u64) {
    pay(&mut agent.tree, &mut agent.context, Duration::from_nanos(nanos));
}

/// Moves all agents of a bucket to the awake ones. Each is moved before its hooks are called, since they may panic.
fn rouse<T, C>(
    bucket: &mut Vec<Asleep<T, C>>,
    awake: &mut Vec<Agent<T, C>>,
    spots: &mut [Spot],
    mut pay: impl FnMut(&mut Agent<T, C>, u64),
) {
    while !bucket.is_empty() {
        let start = bucket.len().saturating_sub(FETCHED);
        fetch(spots, bucket[start..].iter().map(|asleep| asleep.agent.slot));
        for _ in start..bucket.len() {
            if let Some(Asleep { agent, since }) = bucket.pop() {
                spots[agent.slot as usize] = Spot::new(AWAKE, awake.len());
                awake.push(agent);
                awake.last_mut().into_iter().for_each(|agent| pay(agent, since));
            }
        }
    }
}

/// How many locations are brought into the cache at once.
const FETCHED: usize = 32;

/// Reads the locations of these agents, several at a time, to bring them into the cache.
#[inline]
fn fetch(spots: &[Spot], slots: impl Iterator<Item = u32>) {
    black_box(slots.fold(0, |all, slot| all ^ spots[slot as usize].index));
}
