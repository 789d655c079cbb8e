//! A part of a crowd: some thousand agents in groups, none of which ever goes to another block.

use alloc::vec::Vec;
use core::hint::black_box;
use core::mem;

use super::list::GROUPS;
use super::moves::Moves;
use super::ring::Ring;
use crate::tree::Tree;

/// Agents in groups by the place where they wait.
///
/// An agent may be in a wrong group, if somebody has changed its tree between two ticks: that costs time and nothing else.
#[derive(Clone)]
pub struct Block<T, C> {
    agents: Vec<Agent<T, C>>,
    ring: Ring,
    /// Where the agent in each seat is.
    seats: Vec<u16>,
}

/// Memory for the tick of a block.
#[derive(Clone)]
pub struct Scratch {
    /// The group to which each agent belongs after the tick.
    groups: Vec<u8>,
    moves: Moves,
}

impl Scratch {
    pub const fn new() -> Self {
        Scratch { groups: Vec::new(), moves: Moves::new() }
    }
}

/// An agent, and the number by which its block knows it.
#[derive(Clone)]
pub struct Agent<T, C> {
    pub tree: T,
    pub context: C,
    pub seat: u16,
}

/// The group to which a tree belongs. To look into subtrees takes branches, but in a group they lead to the same leaf.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "there are few groups")]
fn group_of<T: Tree>(tree: &T) -> u8 {
    let place = if T::__FLAT { tree.__place() } else { tree.__position().map_or(0, |position| position + 1) };
    (place % GROUPS) as u8
}

/// Reads numbers in their order, which takes them into the cache; they are changed in another one. So a tick of a large
/// crowd takes a tenth less time.
fn fetch(numbers: &[u16]) {
    black_box(numbers.iter().fold(0, |all, number| all ^ number));
}

impl<T: Tree, C> Block<T, C> {
    /// How many seats a block has at most. So many that groups are large; all that belongs to one stays near the core.
    pub const SEATS: usize = 1 << 14;

    pub fn new() -> Self {
        let groups = if T::__FLAT { T::__PLACES } else { GROUPS };
        Block { agents: Vec::new(), ring: Ring::new(groups.min(GROUPS)), seats: Vec::new() }
    }

    /// Ticks each agent once, group after group; then each is in the group to which it belongs.
    pub fn tick(&mut self, before: &impl Fn(&mut C), tick: &impl Fn(&mut T, &mut C), scratch: &mut Scratch) {
        let (Block { agents, ring, seats }, Scratch { groups, moves }) = (self, scratch);
        groups.resize(agents.len(), 0);
        for (agent, group) in agents.iter_mut().zip(&mut *groups) {
            before(&mut agent.context);
            tick(&mut agent.tree, &mut agent.context);
            *group = group_of(&agent.tree);
        }
        fetch(seats);
        ring.regroup(groups, moves, |a, b| {
            let Ok([one, other]) = agents.get_disjoint_mut([a, b]) else { return };
            mem::swap(one, other);
            seats[usize::from(one.seat)] = a as u16;
            seats[usize::from(other.seat)] = b as u16;
        });
    }

    /// Puts in an agent. The seat is free, or the first one that there has not been yet.
    #[expect(clippy::cast_possible_truncation, reason = "there are no more agents than seats")]
    pub fn insert(&mut self, seat: u16, tree: T, context: C) {
        if usize::from(seat) == self.seats.len() {
            self.seats.push(0);
        }
        self.seats[usize::from(seat)] = self.agents.len() as u16;
        self.agents.push(Agent { tree, context, seat });
        self.ring.push();
    }

    /// Takes out the agent in a seat; the last one takes its place.
    pub fn remove(&mut self, seat: u16) -> (T, C) {
        let index = self.seats[usize::from(seat)];
        let Agent { tree, context, .. } = self.agents.swap_remove(usize::from(index));
        self.ring.pop();
        if let Some(moved) = self.agents.get(usize::from(index)) {
            self.seats[usize::from(moved.seat)] = index;
        }
        (tree, context)
    }

    /// The agent in a seat that is taken.
    pub fn get(&self, seat: u16) -> &Agent<T, C> {
        &self.agents[usize::from(self.seats[usize::from(seat)])]
    }

    /// The same, to change it.
    pub fn get_mut(&mut self, seat: u16) -> &mut Agent<T, C> {
        &mut self.agents[usize::from(self.seats[usize::from(seat)])]
    }

    /// All agents by their seats.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Agent<T, C>> {
        let mut by_seat: Vec<_> = self.seats.iter().map(|_| None).collect();
        for agent in &mut self.agents {
            let seat = usize::from(agent.seat);
            by_seat[seat] = Some(agent);
        }
        by_seat.into_iter().flatten()
    }
}
