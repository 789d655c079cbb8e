//! A part of a crowd: some thousand agents in groups, none of which ever goes to another block.

use alloc::vec::Vec;
use core::hint::black_box;
use core::mem;

use super::gather::{Leaver, Oldest};
use crate::tree::Tree;

/// How many groups there are. In a tree with more places some of them share one.
const GROUPS: usize = 64;

/// Agents in groups by the place where they wait.
///
/// An agent may be in a wrong group, if somebody has changed its tree between two ticks: that costs time and nothing else.
#[derive(Clone)]
pub struct Block<T, C> {
    groups: Vec<Vec<Agent<T, C>>>,
    /// Where the agent in each seat is.
    seats: Vec<Spot>,
    /// Who is to leave each group; empty between the ticks.
    leavers: Vec<Vec<Leaver>>,
    oldest: Vec<Oldest>,
    /// Memory for [`Oldest::gather`].
    targets: Vec<u8>,
}

/// An agent, and the number by which its block knows it.
#[derive(Clone)]
pub struct Agent<T, C> {
    pub tree: T,
    pub context: C,
    pub seat: u16,
}

#[derive(Clone, Copy)]
struct Spot {
    group: u8,
    index: u16,
}

/// The group to which a tree belongs. To look into subtrees takes branches, but in a group they lead to the same leaf.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "there are few groups")]
fn group_of<T: Tree>(tree: &T) -> u8 {
    let place = if T::__FLAT { tree.__place() } else { tree.__position().map_or(0, |position| position + 1) };
    (place % GROUPS) as u8
}

impl<T: Tree, C> Block<T, C> {
    /// How many seats a block has at most. So many that groups are large; all that belongs to one stays near the core.
    pub const SEATS: usize = 1 << 14;

    pub fn new() -> Self {
        Block {
            groups: (0..GROUPS).map(|_| Vec::new()).collect(),
            seats: Vec::new(),
            leavers: (0..GROUPS).map(|_| Vec::new()).collect(),
            oldest: (0..GROUPS).map(|_| Oldest::default()).collect(),
            targets: Vec::new(),
        }
    }

    /// Ticks each agent once, group after group; then each is in the group to which it belongs.
    pub fn tick(&mut self, before: &impl Fn(&mut C), tick: &impl Fn(&mut T, &mut C)) {
        for ((number, group), leavers) in (0..).zip(&mut self.groups).zip(&mut self.leavers) {
            // A tick in which a leaf panicked has left some.
            leavers.clear();
            for (index, agent) in (0..).zip(group) {
                before(&mut agent.context);
                tick(&mut agent.tree, &mut agent.context);
                let to = group_of(&agent.tree);
                if to != number {
                    leavers.push(Leaver { index, to });
                }
            }
        }
        self.regroup();
    }

    fn regroup(&mut self) {
        self.fetch_seats();
        (0..GROUPS).for_each(|group| self.gather(group));
        for group in 0..GROUPS {
            // The last one first: so all that stand behind it are where they belong.
            while let Some(leaver) = self.leavers[group].pop() {
                self.settle(group, leaver);
            }
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a group has no more agents than there are seats")]
    fn gather(&mut self, group: usize) {
        let (agents, leavers) = (&mut self.groups[group], &mut self.leavers[group]);
        self.oldest[group].gather(agents.len(), leavers, &mut self.targets, |gap, index| {
            agents.swap(gap, index);
            self.seats[usize::from(agents[index].seat)].index = index as u16;
        });
    }

    /// Reads the seats in their order, which takes them into the cache; they are changed in no order. So a tick of a large
    /// crowd takes a fifth less time.
    fn fetch_seats(&self) {
        black_box(self.seats.iter().fold(0, |sum: u16, spot| sum ^ spot.index));
    }

    /// Moves an agent to its group, into the place of one who leaves that, as long as there is one: that one is next.
    fn settle(&mut self, group: usize, Leaver { index, mut to }: Leaver) {
        while usize::from(to) != group
            && let Some(leaver) = self.leavers[usize::from(to)].pop()
        {
            let [here, there] = self.groups.get_disjoint_mut([group, usize::from(to)]).expect("they are two groups");
            let (agent, other) = (&mut here[usize::from(index)], &mut there[usize::from(leaver.index)]);
            mem::swap(agent, other);
            self.seats[usize::from(other.seat)] = Spot { group: to, index: leaver.index };
            to = leaver.to;
        }
        if usize::from(to) == group {
            let agent = &self.groups[group][usize::from(index)];
            self.seats[usize::from(agent.seat)] = Spot { group: to, index };
        } else {
            let agent = self.take(group, index);
            self.join(to, agent);
        }
    }

    /// Takes an agent out of a group; the last one of the group takes its place.
    fn take(&mut self, group: usize, index: u16) -> Agent<T, C> {
        let group = &mut self.groups[group];
        let agent = group.swap_remove(usize::from(index));
        if let Some(moved) = group.get(usize::from(index)) {
            self.seats[usize::from(moved.seat)].index = index;
        }
        agent
    }

    /// Puts an agent that has a seat into a group.
    #[expect(clippy::cast_possible_truncation, reason = "a group has no more agents than there are seats")]
    fn join(&mut self, group: u8, agent: Agent<T, C>) {
        let agents = &mut self.groups[usize::from(group)];
        self.seats[usize::from(agent.seat)] = Spot { group, index: agents.len() as u16 };
        agents.push(agent);
    }

    /// Puts in an agent. The seat is free, or the first one that there has not been yet.
    pub fn insert(&mut self, seat: u16, tree: T, context: C) {
        if usize::from(seat) == self.seats.len() {
            self.seats.push(Spot { group: 0, index: 0 });
        }
        self.join(group_of(&tree), Agent { tree, context, seat });
    }

    /// Takes out the agent in a seat.
    pub fn remove(&mut self, seat: u16) -> (T, C) {
        let Spot { group, index } = self.seats[usize::from(seat)];
        let Agent { tree, context, .. } = self.take(usize::from(group), index);
        (tree, context)
    }

    /// The agent in a seat that is taken.
    pub fn get(&self, seat: u16) -> &Agent<T, C> {
        let Spot { group, index } = self.seats[usize::from(seat)];
        &self.groups[usize::from(group)][usize::from(index)]
    }

    /// The same, to change it.
    pub fn get_mut(&mut self, seat: u16) -> &mut Agent<T, C> {
        let Spot { group, index } = self.seats[usize::from(seat)];
        &mut self.groups[usize::from(group)][usize::from(index)]
    }

    /// All agents by their seats.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Agent<T, C>> {
        let mut by_seat: Vec<_> = self.seats.iter().map(|_| None).collect();
        for agent in self.groups.iter_mut().flatten() {
            let seat = usize::from(agent.seat);
            by_seat[seat] = Some(agent);
        }
        by_seat.into_iter().flatten()
    }
}
