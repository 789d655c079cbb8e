//! Blocks and groups whose agents are not all ticked in each frame: each agent has a stamp.

use core::time::Duration;

use bt::Tree;

use super::Groups;
use super::block::{Block, FEW, Scratch, group_of};
use crate::turns::Turns;
use crate::turns::stamp::{Clock, Stamp, Turn};

impl<T: Tree, C> Block<T, C> {
    /// Ticks the agents that are owed time and that the filter picks, each for what it is owed. Returns how many.
    fn tick_where(
        &mut self,
        turns: &mut Turns,
        is_due: &mut impl FnMut(&T, &C, Turn) -> bool,
        tick: &mut impl FnMut(&mut T, &mut C, Duration),
        scratch: &mut Scratch,
    ) -> usize {
        let mut ticked = 0;
        for (stamp, (tree, context)) in self.stamps.iter_mut().zip(self.trees.iter_mut().zip(&mut self.contexts)) {
            if !stamp.is_paid(turns.clock)
                && is_due(tree, context, stamp.turn(turns.clock))
                && let Some(owed) = turns.pay(stamp)
            {
                tick(tree, context, owed);
                ticked += 1;
            }
        }
        if ticked > 0 && self.trees.len() >= FEW && self.rhythm.is_time() {
            self.regroup_ticked(turns.clock, scratch);
        }
        ticked
    }

    /// Moves each agent that has been ticked into its group.
    #[expect(clippy::cast_possible_truncation, reason = "there are few groups")]
    fn regroup_ticked(&mut self, clock: Clock, scratch: &mut Scratch) {
        let groups = &mut scratch.groups;
        groups.resize(self.trees.len(), 0);
        for (group, indices) in self.ring.parts(self.trees.len()) {
            groups[indices].fill(group as u8);
        }
        for ((tree, stamp), group) in self.trees.iter().zip(&self.stamps).zip(groups) {
            if stamp.is_paid(clock) {
                *group = group_of(tree);
            }
        }
        self.regroup(scratch);
    }
}

impl<T: Tree, C> Groups<T, C> {
    /// Gives each agent a stamp, which owes it nothing yet.
    pub fn begin_turns(&mut self, clock: Clock) {
        let seat_bits = self.seat_bits;
        for (block, number) in self.blocks.iter_mut().zip(0u32..) {
            let Block { owners, stamps, .. } = block;
            stamps.clear();
            stamps.extend(owners.iter().map(|seat| clock.stamp((number << seat_bits) + u32::from(*seat))));
        }
    }

    /// Drops the stamps of all agents.
    pub fn end_turns(&mut self) {
        self.blocks.iter_mut().for_each(|block| block.stamps.clear());
    }

    /// Adds the stamp of the agent that has just been inserted.
    pub fn push_stamp(&mut self, stamp: Stamp) {
        self.block_of_new(stamp.slot).stamps.push(stamp);
    }

    /// All stamps, group by group.
    pub fn stamps(&self) -> impl Iterator<Item = Stamp> {
        self.blocks.iter().flat_map(|block| block.stamps.iter().copied())
    }

    /// The stamp of the agent in an occupied slot.
    pub fn stamp(&self, slot: u32) -> Stamp {
        let block = &self.blocks[self.block(slot)];
        block.stamps[block.index(self.seat(slot))]
    }

    /// The agent in an occupied slot with its stamp.
    pub fn stamped(&mut self, slot: u32) -> (&mut T, &mut C, &mut Stamp) {
        let (block, seat) = (self.block(slot), self.seat(slot));
        let block = &mut self.blocks[block];
        let index = block.index(seat);
        (&mut block.trees[index], &mut block.contexts[index], &mut block.stamps[index])
    }

    /// Ticks the agents that are owed time and that the filter picks, each for what it is owed. Returns how many.
    pub fn tick_where(
        &mut self,
        turns: &mut Turns,
        mut is_due: impl FnMut(&T, &C, Turn) -> bool,
        mut tick: impl FnMut(&mut T, &mut C, Duration),
    ) -> usize {
        let Groups { blocks, scratch, .. } = self;
        blocks.iter_mut().map(|block| block.tick_where(turns, &mut is_due, &mut tick, scratch)).sum()
    }
}
