//! `Store`: all states that were found, each with the state before it.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::arena::Arena;

/// States are spread over this many shards by their hash, so that several threads can add some at once.
pub(crate) const SHARDS: usize = 16;

/// The number of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StateId(u32);

impl StateId {
    /// Instead of the state before the first one.
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

/// The hash of a state, computed once: its shard, and a fingerprint for the table of the shard.
#[derive(Clone, Copy)]
pub(crate) struct StateHash {
    shard: u8,
    print: u32,
}

impl StateHash {
    pub fn of(state: &impl Hash) -> Self {
        let mut hasher = FxHasher::default();
        state.hash(&mut hasher);
        // Mixes all bits, since `FxHasher` leaves some better than others.
        let mixed = u128::from(hasher.finish()) * 0x9E37_79B9_7F4A_7C15;
        let mixed = (mixed >> 64) as u64 ^ mixed as u64;
        StateHash { shard: (mixed >> 60) as u8, print: mixed as u32 }
    }

    pub fn shard(self) -> usize {
        usize::from(self.shard)
    }
}

/// The hash for the table, which uses the lower bits and the uppermost seven.
fn spread(print: u32) -> u64 {
    u64::from(print) << 32 | u64::from(print)
}

/// A state on its way into the store.
pub(crate) struct Arrival<S> {
    pub state: S,
    pub hash: StateHash,
    pub before: StateId,
}

/// The states whose hashes belong to this shard.
pub(crate) struct Shard<S> {
    states: Arena<S>,
    prints: Arena<u32>,
    before: Arena<StateId>,
    table: HashTable<u32>,
}

/// All states that were found.
pub(crate) struct Store<S> {
    pub shards: Vec<Shard<S>>,
}

impl<S: Eq> Shard<S> {
    fn new() -> Self {
        Shard { states: Arena::new(), prints: Arena::new(), before: Arena::new(), table: HashTable::new() }
    }

    /// Adds a state, unless it is already there.
    pub fn add(&mut self, arrival: Arrival<S>) {
        let Arrival { state, hash, before } = arrival;
        if self.find(hash, &state).is_some() {
            return;
        }
        let index = u32::try_from(self.len()).expect("the limit of states is below this");
        let prints = &self.prints;
        self.table.insert_unique(spread(hash.print), index, |&index| spread(*prints.get(index as usize)));
        self.states.push(state);
        self.prints.push(hash.print);
        self.before.push(before);
    }

    pub fn len(&self) -> usize {
        self.states.len()
    }

    fn find(&self, hash: StateHash, state: &S) -> Option<usize> {
        let is_it = |&index: &u32| self.states.get(index as usize) == state;
        self.table.find(spread(hash.print), is_it).map(|&index| index as usize)
    }

    /// The bytes that it takes, without what states hold on the heap.
    fn bytes(&self) -> usize {
        self.states.bytes() + self.prints.bytes() + self.before.bytes() + self.table.allocation_size()
    }
}

impl<S: Eq + Hash> Store<S> {
    pub fn new() -> Self {
        Store { shards: (0..SHARDS).map(|_| Shard::new()).collect() }
    }

    pub fn state(&self, id: StateId) -> &S {
        self.shards[id.shard()].states.get(id.index())
    }

    pub fn find(&self, state: &S) -> Option<StateId> {
        let hash = StateHash::of(state);
        self.shards[hash.shard()].find(hash, state).map(|index| StateId::new(hash.shard(), index))
    }

    pub fn len(&self) -> usize {
        self.shards.iter().map(Shard::len).sum()
    }

    pub fn bytes(&self) -> usize {
        self.shards.iter().map(Shard::bytes).sum()
    }

    /// The states on the path from the first one to this one, both included.
    pub fn way_to(&self, mut id: StateId) -> Vec<StateId> {
        let mut way = Vec::new();
        while id != StateId::NONE {
            way.push(id);
            id = *self.shards[id.shard()].before.get(id.index());
        }
        way.reverse();
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values that all have the same hash.
    #[derive(PartialEq, Eq)]
    struct Alike(u32);

    impl Hash for Alike {
        fn hash<H: Hasher>(&self, state: &mut H) {
            0.hash(state);
        }
    }

    #[test]
    fn states_with_the_same_hash_are_told_apart() {
        let mut store = Store::new();
        for number in (0..100).chain(0..100) {
            let state = Alike(number);
            let hash = StateHash::of(&state);
            store.shards[hash.shard()].add(Arrival { state, hash, before: StateId::NONE });
        }
        assert_eq!(store.len(), 100);
        let found = (0..100).map(|number| store.find(&Alike(number)).expect("it was added"));
        assert!(found.enumerate().all(|(number, id)| store.state(id).0 == number as u32));
        assert!(store.find(&Alike(100)).is_none());
    }
}
