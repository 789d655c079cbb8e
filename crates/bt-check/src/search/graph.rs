//! `Graph`: which states follow which, once all are known.

use super::breadth::in_parallel;
use super::store::{SHARDS, StateId, Store};
use super::{Model, Successor};

/// The steps between all states of a store, which are numbered from 0 here.
pub(crate) struct Graph {
    /// The first edge of each state, and the end of all.
    first: Vec<usize>,
    edges: Vec<Edge>,
}

/// A step to a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub to: u32,
    /// The move that it takes, if that cannot be put off forever: see [`Successor::fair`].
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

impl Graph {
    /// The steps of a complete search.
    pub fn new<M: Model>(model: &M, store: &Store<M::State>, threads: usize) -> Self {
        let numbers = numbers(store);
        let work = (0..SHARDS).map(|shard| (shard, store.shards[shard].len()));
        let parts = in_parallel(
            threads,
            work,
            || model.worker(),
            |worker, (shard, states)| {
                let (mut ends, mut edges) = (Vec::with_capacity(states), Vec::new());
                for index in 0..states {
                    model.successors(store.state(StateId::new(shard, index)), worker, &mut |successor| {
                        let Successor { state, fair, .. } = successor;
                        let to = store.find(&state).expect("the search is complete, and repeatable");
                        let to = u32::try_from(number(&numbers, to)).expect("fewer than 2^32 states");
                        edges.push(Edge { to, fair });
                    });
                    ends.push(edges.len());
                }
                (ends, edges)
            },
        );
        let mut graph = Graph { first: vec![0], edges: Vec::new() };
        for (ends, edges) in parts {
            let begin = graph.edges.len();
            graph.first.extend(ends.into_iter().map(|end| begin + end));
            graph.edges.extend(edges);
        }
        graph
    }

    /// The steps from each state: where to, and the fair move.
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
