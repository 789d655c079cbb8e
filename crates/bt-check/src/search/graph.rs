//! `Graph`: which states follow which, once all are known.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::breadth::{Limit, Limits, in_parallel};
use super::store::{SHARDS, StateId, Store};
use super::{Model, Successor};

/// The steps between all states of a store, which are numbered from 0 here.
pub(crate) struct Graph {
    /// The number of the first edge of each state; then the number of edges.
    first: Vec<usize>,
    edges: Vec<Edge>,
}

/// A step to a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub to: u32,
    /// The move that it takes, if that cannot be postponed forever: see [`Successor::fair`].
    pub fair: u8,
}

/// The number of the first state of each shard.
pub(crate) fn numbers<S: Eq + std::hash::Hash>(store: &Store<S>) -> [usize; SHARDS] {
    let mut numbers = [0; SHARDS];
    for shard in 1..SHARDS {
        numbers[shard] = numbers[shard - 1] + store.shards[shard - 1].len();
    }
    numbers
}

/// The number of a state.
pub(crate) fn number(numbers: &[usize; SHARDS], id: StateId) -> usize {
    numbers[id.shard()] + id.index()
}

/// How many bytes the search for cycles takes for each state, besides the steps.
const CYCLES: usize = 56;

/// The limits are checked after this many states.
const PIECE: usize = 1 << 10;

impl Graph {
    /// Finds the steps of a complete search.
    pub fn new<M: Model>(model: &M, store: &Store<M::State>, threads: usize, limits: &Limits) -> Result<Self, Limit> {
        // For a moment, all steps are in memory twice.
        let used = store.bytes() + CYCLES * store.len();
        let (stored, limit) = (AtomicUsize::new(0), OnceLock::new());
        let limited = |edges: usize| {
            let stored = stored.fetch_add(edges, Ordering::Relaxed) + edges;
            let reached = limits.reached(used + 2 * size_of::<Edge>() * stored);
            limit.get().copied().or(reached).is_some_and(|reached| {
                limit.get_or_init(|| reached);
                true
            })
        };
        let numbers = numbers(store);
        let work = (0..SHARDS).map(|shard| (shard, store.shards[shard].len()));
        let parts = in_parallel(
            threads,
            work,
            || model.worker(),
            |worker, (shard, states)| {
                let (mut ends, mut edges) = (Vec::with_capacity(states), Vec::new());
                let mut counted = 0;
                for index in 0..states {
                    if index % PIECE == 0 {
                        if limited(edges.len() - counted) {
                            break;
                        }
                        counted = edges.len();
                    }
                    model.successors(store.state(StateId::new(shard, index)), worker, &mut |successor| {
                        let Successor { state, fair, .. } = successor;
                        let to = store.find(&state).expect(
                            "the same steps are possible again: moves and ticks must not depend on anything else",
                        );
                        let to = u32::try_from(number(&numbers, to)).expect("fewer than 2^32 states");
                        edges.push(Edge { to, fair });
                    });
                    ends.push(edges.len());
                }
                limited(edges.len() - counted);
                (ends, edges)
            },
        );
        if let Some(limit) = limit.get() {
            return Err(*limit);
        }
        let steps = parts.iter().map(|(_, edges): &(Vec<usize>, Vec<Edge>)| edges.len()).sum();
        let mut graph = Graph { first: vec![0], edges: Vec::with_capacity(steps) };
        for (ends, edges) in parts {
            let begin = graph.edges.len();
            graph.first.extend(ends.into_iter().map(|end| begin + end));
            graph.edges.extend(edges);
        }
        Ok(graph)
    }

    /// Renumbers the fair moves: move `n` gets the number `fair[n - 1]`.
    pub fn rename(&mut self, fair: &[u8]) {
        for edge in &mut self.edges {
            if let Some(new) = fair.get(usize::from(edge.fair).wrapping_sub(1)) {
                edge.fair = *new;
            }
        }
    }

    /// The bytes that the steps and the search for cycles take.
    pub fn bytes(&self) -> usize {
        size_of::<Edge>() * self.edges.capacity() + CYCLES * self.len()
    }

    /// A graph with these steps from each state: to which state, and by which fair move.
    #[cfg(test)]
    pub fn of(states: &[Vec<(usize, u8)>]) -> Self {
        let mut graph = Graph { first: vec![0], edges: Vec::new() };
        for steps in states {
            graph.edges.extend(steps.iter().map(|&(to, fair)| Edge { to: to as u32, fair }));
            graph.first.push(graph.edges.len());
        }
        graph
    }

    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// The steps from a state, in their order.
    pub fn edges(&self, state: usize) -> &[Edge] {
        &self.edges[self.first[state]..self.first[state + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fair_moves_get_other_numbers() {
        let mut graph = Graph::of(&[vec![(0, 2), (1, 0)], vec![(0, 1), (1, 63)]]);
        graph.rename(&[2, 1]);
        let fair: Vec<_> = (0..2).flat_map(|state| graph.edges(state)).map(|edge| edge.fair).collect();
        assert_eq!(fair, [1, 0, 2, 63]);
    }
}
