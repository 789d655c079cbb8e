//! Searches all states, level by level, so that no forbidden state is nearer to the first state than the one that is
//! found.
//!
//! All threads expand each batch of states. Then each thread adds what was found to shards of its own. The order in
//! which states are added depends on the states alone, so the result is the same for any number of threads.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use super::store::{Arrival, SHARDS, StateHash, StateId, Store};
use super::{Model, Successor};

/// How many states a thread takes at once, and how many such pieces are expanded before their successors are added:
/// fewer if states have many successors, so that no more than about this many successors wait.
const PIECE: usize = 512;
const PIECES: usize = 128;
const WAITING: usize = 1 << 18;

/// Levels with fewer states than this are searched by one thread.
const FEW: usize = 1024;

/// How many states of each shard are expanded again at the end, to compare their successors.
const ASKED_AGAIN: usize = 32;

/// When a search gives up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub states: usize,
    pub bytes: usize,
    pub time: Option<Duration>,
    /// When the time began.
    pub begin: Instant,
}

impl Limits {
    /// The limit that this many bytes exceed, or the time so far.
    pub fn reached(&self, bytes: usize) -> Option<Limit> {
        if bytes > self.bytes {
            return Some(Limit::Memory);
        }
        self.time.is_some_and(|time| self.begin.elapsed() > time).then_some(Limit::Time)
    }
}

/// The limit that has ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`Check::states`](crate::Check::states).
    States,
    /// [`Check::memory`](crate::Check::memory).
    Memory,
    /// [`Check::time`](crate::Check::time).
    Time,
}

/// How far a search is: see [`Check::on_progress`](crate::Check::on_progress).
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// How many states were found.
    pub states: usize,
    /// How many steps were taken.
    pub steps: usize,
    /// How many steps the states of the last level are away from the first one.
    pub depth: usize,
    /// The bytes that the states take, without what they hold on the heap.
    pub bytes: usize,
}

/// How a search has ended.
pub(crate) enum End<B> {
    /// All states were found.
    Complete,
    /// A forbidden state was found: why it is forbidden, and the steps to it.
    Broken(B, Vec<u32>),
    Limited(Limit),
    /// The search has to start over.
    Stale,
    /// A state had other successors when it was expanded again, so nothing is known.
    Unrepeatable,
}

/// The successors of some states.
struct Expanded<S, B> {
    arrivals: [Vec<Arrival<S>>; SHARDS],
    steps: usize,
    /// The first forbidden successor.
    broken: Option<(B, StateId, u32)>,
}

pub(crate) struct Search<'m, M: Model> {
    pub model: &'m M,
    pub limits: Limits,
    pub threads: usize,
    pub progress: Progress,
}

impl<M: Model> Search<'_, M> {
    /// Finds all states that can be reached from the first one.
    pub fn run(&mut self, first: M::State, report: &mut dyn FnMut(&Progress)) -> (Store<M::State>, End<M::Broken>) {
        let mut store = Store::new();
        let hash = StateHash::of(&first);
        store.shards[hash.shard()].add(Arrival { state: first, hash, before: StateId::NONE });
        let mut done = [0; SHARDS];
        loop {
            let level = level(&store, &mut done);
            if level.is_empty() {
                let end = if self.is_repeatable(&store) { End::Complete } else { End::Unrepeatable };
                return (store, end);
            }
            if store.len() > 1 {
                self.progress.depth += 1;
            }
            let successors = self.progress.steps / store.len() + 1;
            for pieces in level.chunks((WAITING / PIECE / successors).clamp(4, PIECES)) {
                let expanded = self.expand(&store, pieces);
                if let Some(broken) = self.add(&mut store, expanded) {
                    let (broken, before, step) = broken;
                    let mut steps = self.steps_to(&store, before);
                    steps.push(step);
                    return (store, End::Broken(broken, steps));
                }
                if self.model.is_stale() {
                    return (store, End::Stale);
                }
                if let Some(limit) = self.limit(&store) {
                    return (store, End::Limited(limit));
                }
                report(&self.progress);
            }
        }
    }

    fn limit(&mut self, store: &Store<M::State>) -> Option<Limit> {
        self.progress.states = store.len();
        self.progress.bytes = store.bytes();
        if self.progress.states > self.limits.states {
            return Some(Limit::States);
        }
        self.limits.reached(self.progress.bytes)
    }

    /// Expands some states again. Returns whether all their successors are known: they are not if a tick reads a clock,
    /// for example.
    fn is_repeatable(&self, store: &Store<M::State>) -> bool {
        let (mut worker, mut is_known) = (self.model.worker(), true);
        for (shard, found) in store.shards.iter().enumerate() {
            for index in 0..found.len().min(ASKED_AGAIN) {
                self.model.successors(store.state(StateId::new(shard, index)), &mut worker, &mut |successor| {
                    is_known &= store.find(&successor.state).is_some();
                });
            }
        }
        is_known
    }

    /// Finds the successors of some states.
    fn expand(&self, store: &Store<M::State>, pieces: &[(usize, Range<usize>)]) -> Vec<Expanded<M::State, M::Broken>> {
        let states: usize = pieces.iter().map(|(_, range)| range.len()).sum();
        let threads = if states < FEW { 1 } else { self.threads };
        in_parallel(
            threads,
            pieces.iter().cloned(),
            || self.model.worker(),
            |worker, (shard, range)| self.expand_piece(store, worker, shard, range),
        )
    }

    fn expand_piece(
        &self,
        store: &Store<M::State>,
        worker: &mut M::Worker,
        shard: usize,
        range: Range<usize>,
    ) -> Expanded<M::State, M::Broken> {
        let mut expanded = Expanded { arrivals: [const { Vec::new() }; SHARDS], steps: 0, broken: None };
        for index in range {
            let before = StateId::new(shard, index);
            let mut step = 0;
            self.model.successors(store.state(before), worker, &mut |successor| {
                let Successor { state, broken, .. } = successor;
                if let (Some(broken), None) = (broken, &expanded.broken) {
                    expanded.broken = Some((broken, before, step));
                }
                step += 1;
                let hash = StateHash::of(&state);
                expanded.arrivals[hash.shard()].push(Arrival { state, hash, before });
            });
            expanded.steps += step as usize;
            if expanded.broken.is_some() {
                break;
            }
        }
        expanded
    }

    /// The steps that lead from the first state to this one.
    fn steps_to(&self, store: &Store<M::State>, id: StateId) -> Vec<u32> {
        let mut worker = self.model.worker();
        let way = store.way_to(id);
        let steps = way.windows(2).map(|pair| {
            let (mut number, mut step) = (0, None);
            self.model.successors(store.state(pair[0]), &mut worker, &mut |successor| {
                if step.is_none() && successor.state == *store.state(pair[1]) {
                    step = Some(number);
                }
                number += 1;
            });
            step.expect("the same steps are possible again: moves and ticks must not depend on anything else")
        });
        steps.collect()
    }

    /// Adds successors to the store, or returns the first forbidden one.
    fn add(
        &mut self,
        store: &mut Store<M::State>,
        expanded: Vec<Expanded<M::State, M::Broken>>,
    ) -> Option<(M::Broken, StateId, u32)> {
        let mut columns: Vec<Vec<Vec<Arrival<M::State>>>> = (0..SHARDS).map(|_| Vec::new()).collect();
        let mut arrived = 0;
        for Expanded { arrivals, steps, broken } in expanded {
            self.progress.steps += steps;
            if broken.is_some() {
                return broken;
            }
            for (column, arrivals) in columns.iter_mut().zip(arrivals) {
                arrived += arrivals.len();
                column.push(arrivals);
            }
        }
        let threads = if arrived < FEW { 1 } else { self.threads };
        let work = store.shards.iter_mut().zip(columns);
        in_parallel(
            threads,
            work,
            || (),
            |(), (shard, column)| {
                column.into_iter().flatten().for_each(|arrival| shard.add(arrival));
            },
        );
        None
    }
}

/// The states that were added since the last call, in pieces.
fn level<S: Eq + std::hash::Hash>(store: &Store<S>, done: &mut [usize; SHARDS]) -> Vec<(usize, Range<usize>)> {
    let mut pieces = Vec::new();
    for (shard, (found, done)) in store.shards.iter().zip(done).enumerate() {
        while *done < found.len() {
            let end = found.len().min(*done + PIECE);
            pieces.push((shard, *done..end));
            *done = end;
        }
    }
    pieces
}

/// Does some work on several threads. The results are in the order of the work.
pub(super) fn in_parallel<T: Send, R: Send, K>(
    threads: usize,
    work: impl Iterator<Item = T> + Send,
    worker: impl Fn() -> K + Sync,
    run: impl Fn(&mut K, T) -> R + Sync,
) -> Vec<R> {
    if threads < 2 {
        let mut worker = worker();
        return work.map(|work| run(&mut worker, work)).collect();
    }
    let work = Mutex::new(work.enumerate());
    let next = || work.lock().expect("no thread panics while it takes work").next();
    let results = Mutex::new(Vec::new());
    on_threads(threads, &|| {
        let (mut worker, mut done) = (worker(), Vec::new());
        while let Some((number, work)) = next() {
            done.push((number, run(&mut worker, work)));
        }
        let mut results = results.lock().expect("no thread panics while it adds results");
        for (number, result) in done {
            if results.len() <= number {
                results.resize_with(number + 1, || None);
            }
            results[number] = Some(result);
        }
    });
    let results = results.into_inner().expect("no thread panics while it adds results");
    results.into_iter().map(|result| result.expect("all work was done")).collect()
}

/// Runs a function on several threads. Not generic, so that it is compiled once and not for each model.
fn on_threads(threads: usize, run: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        run();
        for other in others {
            if let Err(panic) = other.join() {
                resume_unwind(panic);
            }
        }
    });
}
