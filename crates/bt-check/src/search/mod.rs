//! The search itself. It knows about states and their successors, and nothing about trees.

mod arena;
pub(crate) mod breadth;
pub(crate) mod cycles;
pub(crate) mod graph;
pub(crate) mod store;

use std::hash::Hash;

/// What is searched: states, and what can follow each of them.
pub(crate) trait Model: Sync {
    /// A state, compared as a whole.
    type State: Clone + Eq + Hash + Send + Sync;
    /// Why a state is forbidden.
    type Broken: Send;
    /// What a thread needs to find successors.
    type Worker;

    /// A new worker.
    fn worker(&self) -> Self::Worker;

    /// Visits the successors of a state, always in the same order.
    fn successors(
        &self,
        state: &Self::State,
        worker: &mut Self::Worker,
        visit: &mut dyn FnMut(Successor<Self::State, Self::Broken>),
    );

    /// Whether states were expanded in the wrong way, so that the search has to start over.
    fn is_stale(&self) -> bool;
}

/// A successor of a state.
pub(crate) struct Successor<S, B> {
    pub state: S,
    /// Why it is forbidden.
    pub broken: Option<B>,
    /// The number of the move that leads to it, from 1 to 63, if it cannot be postponed forever. Otherwise 0.
    pub fair: u8,
}
