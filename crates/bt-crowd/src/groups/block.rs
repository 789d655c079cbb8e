//! `Block`: a part of a crowd, up to 16,384 agents in groups. Agents never leave their block.

use alloc::vec::Vec;
use core::hint::black_box;

use bt::Tree;

use super::ends::Ends;
use super::lists::GROUPS;
use super::moves::Moves;
use super::rhythm::Rhythm;
use super::ring::Ring;
use crate::engine::{first_active, is_flat, place, places};
use crate::turns::stamp::Stamp;

/// Agents in groups by the place where they wait.
///
/// An agent is in a wrong group if its tree was changed between two ticks. This only costs time.
#[derive(Clone)]
pub struct Block<T, C> {
    // Separate arrays, so that a tick reads nothing else, and one loop over the trees can find all groups.
    pub(super) trees: Vec<T>,
    pub(super) contexts: Vec<C>,
    /// The seat of each agent: its number in the block.
    pub(super) owners: Vec<u16>,
    /// When each agent was last up to date. Empty if all are.
    pub(super) stamps: Vec<Stamp>,
    pub(super) ring: Ring,
    /// The index of the agent in each seat.
    seats: Vec<u16>,
    pub(super) rhythm: Rhythm,
    ends: Ends,
}

/// Memory for the tick of a block.
#[derive(Clone)]
pub struct Scratch {
    /// The group to which each agent belongs after the tick.
    pub(super) groups: Vec<u8>,
    moves: Moves,
}

impl Scratch {
    pub const fn new() -> Self {
        Scratch { groups: Vec::new(), moves: Moves::new() }
    }
}

/// With at least this many places, agents are grouped by the places of the tree itself. With fewer, its only place may
/// be a decorator or a subtree in which everything happens.
const FEWEST_PLACES: usize = 4;

/// With fewer agents, a processor learns the path of each of them, and groups cost more than they gain.
pub const FEW: usize = 512;

/// Whether the groups of a tree are its own places, which are found without a branch.
const fn by_place<T: Tree>() -> bool {
    is_flat::<T>() || places::<T>() >= FEWEST_PLACES
}

/// The group of a tree: its place, or the first active leaf, at any depth. Finding the leaf takes branches, but they go
/// the same way for all agents of a group.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "there are few groups")]
pub(super) fn group_of<T: Tree>(tree: &T) -> u8 {
    let group = if by_place::<T>() { place(tree) } else { first_active(tree).map_or(0, |position| position + 1) };
    (group % GROUPS) as u8
}

/// Reads numbers in order, which brings them into the cache before they are changed in another order. This saves a
/// tenth of the tick of a large crowd.
fn fetch(numbers: &[u16]) {
    black_box(numbers.iter().fold(0, |all, number| all ^ number));
}

impl<T: Tree, C> Block<T, C> {
    /// How many bits of a slot are its seat. A block is large enough for large groups, and small enough to stay in the
    /// caches of a core.
    pub const SEAT_BITS: u32 = 14;

    pub fn new() -> Self {
        let groups = if by_place::<T>() { places::<T>() } else { 1 };
        Block {
            trees: Vec::new(),
            contexts: Vec::new(),
            owners: Vec::new(),
            stamps: Vec::new(),
            ring: Ring::new(groups.min(GROUPS)),
            seats: Vec::new(),
            rhythm: Rhythm::new(),
            ends: Ends::new(),
        }
    }

    /// Ticks each agent once, group by group. Then moves each agent into its group, unless that would cost more than it
    /// gains.
    #[inline]
    pub fn tick(&mut self, tick: &mut impl FnMut(&mut T, &mut C), scratch: &mut Scratch) {
        tick_each(&mut self.trees, &mut self.contexts, tick);
        if self.trees.len() >= FEW && self.rhythm.is_time() {
            self.keep_groups(scratch);
        }
    }

    /// Moves each agent into its group, unless nearly all are in the same one.
    // Not inlined: that would slow down the loop that ticks the agents.
    #[inline(never)]
    fn keep_groups(&mut self, scratch: &mut Scratch) {
        find_groups(&self.trees, &mut scratch.groups);
        if is_uniform(&scratch.groups) {
            self.rhythm.slow_down();
        } else {
            self.regroup(scratch);
        }
    }

    /// Moves each agent into its group.
    pub(super) fn regroup(&mut self, Scratch { groups, moves }: &mut Scratch) {
        let Block { trees, contexts, owners, stamps, ring, seats, rhythm, ends } = self;
        ends.begin();
        ends.keep(ring.parts(groups.len()), groups);
        ring.regroup(groups, moves, ends);
        // One array at a time, so that the processor can overlap several swaps.
        moves.swaps().for_each(|(one, other)| trees.swap(one, other));
        moves.swaps().for_each(|(one, other)| contexts.swap(one, other));
        if !stamps.is_empty() {
            moves.swaps().for_each(|(one, other)| stamps.swap(one, other));
        }
        fetch(seats);
        for (one, other) in moves.swaps() {
            owners.swap(one, other);
            seats[usize::from(owners[one])] = one as u16;
            seats[usize::from(owners[other])] = other as u16;
        }
        rhythm.adapt(trees.len(), moves.left, moves.swaps().len());
    }

    /// Inserts an agent in a free seat or in the next new one.
    #[expect(clippy::cast_possible_truncation, reason = "there are no more agents than seats")]
    pub fn insert(&mut self, seat: u16, tree: T, context: C) {
        if usize::from(seat) == self.seats.len() {
            self.seats.push(0);
        }
        self.seats[usize::from(seat)] = self.trees.len() as u16;
        self.trees.push(tree);
        self.contexts.push(context);
        self.owners.push(seat);
        self.ring.push();
    }

    /// Removes the agent in a seat.
    pub fn remove(&mut self, seat: u16) -> (T, C) {
        let index = self.index(seat);
        let agent = (self.trees.swap_remove(index), self.contexts.swap_remove(index));
        self.owners.swap_remove(index);
        if !self.stamps.is_empty() {
            self.stamps.swap_remove(index);
        }
        self.ring.pop();
        if let Some(moved) = self.owners.get(index) {
            self.seats[usize::from(*moved)] = index as u16;
        }
        agent
    }

    /// The agent in an occupied seat.
    pub fn get(&self, seat: u16) -> (&T, &C) {
        let index = self.index(seat);
        (&self.trees[index], &self.contexts[index])
    }

    /// The index of the agent in an occupied seat.
    pub(super) fn index(&self, seat: u16) -> usize {
        self.seats[usize::from(seat)].into()
    }

    /// The agent in an occupied seat, mutably.
    pub fn get_mut(&mut self, seat: u16) -> (&mut T, &mut C) {
        let index = self.index(seat);
        (&mut self.trees[index], &mut self.contexts[index])
    }

    /// The trees, group by group.
    pub fn trees(&self) -> impl Iterator<Item = &T> {
        self.trees.iter()
    }

    /// Adds a seat after the last one, with an agent or free.
    pub fn add_seat(&mut self, seat: u16, agent: Option<(T, C)>) {
        match agent {
            Some((tree, context)) => self.insert(seat, tree, context),
            None => self.seats.push(0),
        }
    }

    /// The agents by their seats; `None` for free seats.
    pub fn by_seat_mut(&mut self) -> Vec<Option<(&mut T, &mut C)>> {
        by_seat(self.seats.len(), &self.owners, self.trees.iter_mut().zip(&mut self.contexts))
    }

    /// The agents by their seats; `None` for free seats.
    pub fn by_seat(self) -> Vec<Option<(T, C)>> {
        by_seat(self.seats.len(), &self.owners, self.trees.into_iter().zip(self.contexts))
    }
}

/// Ticks agents in a plain loop. `tick` is called nowhere else, so it is inlined here.
// A function of its own: rustc knows that its parameters do not overlap, but not that the fields of a block do not.
#[inline(always)]
fn tick_each<T, C>(trees: &mut [T], contexts: &mut [C], tick: &mut impl FnMut(&mut T, &mut C)) {
    for (tree, context) in trees.iter_mut().zip(contexts) {
        tick(tree, context);
    }
}

/// Finds the group of each tree.
// Not inlined, and the loop does nothing else, so that rustc compiles it to code that looks at several trees at once.
#[inline(never)]
fn find_groups<T: Tree>(trees: &[T], groups: &mut Vec<u8>) {
    groups.clear();
    groups.extend(trees.iter().map(group_of));
}

/// Whether five in six agents belong to the same group. Then a processor predicts their branches in any order. All
/// agents are compared with the one in the middle: if that is in another group, the answer is wrong, which only costs
/// time.
fn is_uniform(groups: &[u8]) -> bool {
    let Some(middle) = groups.get(groups.len() / 2) else { return true };
    // Counted in bytes, so that many are compared at once.
    let members = |part: &[u8]| usize::from(part.iter().map(|group| u8::from(group == middle)).sum::<u8>());
    6 * groups.chunks(128).map(members).sum::<usize>() >= 5 * groups.len()
}

fn by_seat<A>(seats: usize, owners: &[u16], agents: impl Iterator<Item = A>) -> Vec<Option<A>> {
    let mut by_seat: Vec<Option<A>> = (0..seats).map(|_| None).collect();
    for (seat, agent) in owners.iter().zip(agents) {
        by_seat[usize::from(*seat)] = Some(agent);
    }
    by_seat
}
