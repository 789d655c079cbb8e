//! `Store`: all states that were found, each with the state before it.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// States are spread over this many shards by their hash, so that several threads can add some at once.
pub(crate) const SHARDS: usize = 16;

/// The number of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StateId(u32);

impl StateId {
    /// Of the first state.
    pub const NONE: Self = StateId(u32::MAX);

    pub fn new(shard: usize, index: usize) -> Self {
        // At most 2^32 - 1 states are stored.
        StateId(u32::try_from(index * SHARDS + shard).expect("the limit of states is below this"))
    }

    pub fn shard(self) -> usize {
        self.0 as usize % SHARDS
    }

    pub fn index(self) -> usize {
        self.0 as usize / SHARDS
    }
}

/// A state on its way into the store.
pub(crate) struct Arrival<S> {
    pub hash: u64,
    pub state: S,
    pub before: StateId,
    /// Which successor of the state before it is.
    pub step: u32,
}

/// The states with some hashes.
pub(crate) struct Shard<S> {
    states: Vec<S>,
    before: Vec<(StateId, u32)>,
    table: HashTable<u32>,
}

/// All states that were found.
pub(crate) struct Store<S> {
    pub shards: Vec<Shard<S>>,
}

pub(crate) fn hash_of(state: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}

/// The bits that `FxHasher` mixes best are the upper ones, of which the table uses seven.
pub(crate) fn shard_of(hash: u64) -> usize {
    (hash >> 40) as usize % SHARDS
}

impl<S: Eq + Hash> Shard<S> {
    /// Adds a state unless it is there already.
    pub fn add(&mut self, arrival: Arrival<S>) {
        let Arrival { hash, state, before, step } = arrival;
        let Shard { states, table, .. } = self;
        if table.find(hash, |&index| states[index as usize] == state).is_some() {
            return;
        }
        let index = u32::try_from(states.len()).expect("the limit of states is below this");
        table.insert_unique(hash, index, |&index| hash_of(&states[index as usize]));
        states.push(state);
        self.before.push((before, step));
    }

    pub fn len(&self) -> usize {
        self.states.len()
    }

    fn find(&self, hash: u64, state: &S) -> Option<usize> {
        self.table.find(hash, |&index| self.states[index as usize] == *state).map(|&index| index as usize)
    }

    /// The bytes that it takes, without what states hold on the heap.
    fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<S>()
            + self.before.capacity() * size_of::<(StateId, u32)>()
            + self.table.allocation_size()
    }
}

impl<S: Eq + Hash> Store<S> {
    pub fn new() -> Self {
        let shard = || Shard { states: Vec::new(), before: Vec::new(), table: HashTable::new() };
        Store { shards: (0..SHARDS).map(|_| shard()).collect() }
    }

    pub fn state(&self, id: StateId) -> &S {
        &self.shards[id.shard()].states[id.index()]
    }

    pub fn find(&self, state: &S) -> Option<StateId> {
        let hash = hash_of(state);
        let shard = shard_of(hash);
        self.shards[shard].find(hash, state).map(|index| StateId::new(shard, index))
    }

    pub fn len(&self) -> usize {
        self.shards.iter().map(Shard::len).sum()
    }

    pub fn bytes(&self) -> usize {
        self.shards.iter().map(Shard::bytes).sum()
    }

    /// The steps that lead from the first state to this one.
    pub fn steps_to(&self, mut id: StateId) -> Vec<u32> {
        let mut steps = Vec::new();
        loop {
            let (before, step) = self.shards[id.shard()].before[id.index()];
            if before == StateId::NONE {
                steps.reverse();
                return steps;
            }
            steps.push(step);
            id = before;
        }
    }
}
