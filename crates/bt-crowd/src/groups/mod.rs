//! `Groups`: the agents of a crowd in blocks, by their slots.

pub mod block;
mod detail;
pub mod ends;
mod lists;
pub mod moves;
pub mod rhythm;
pub mod ring;
mod ring_positions;

use alloc::vec::Vec;
use core::mem;

use bt::Tree;
#[cfg(feature = "rayon")]
use rayon::prelude::*;

use self::block::{Block, Scratch};

/// Blocks of agents, grouped by the place where they wait. A slot is a seat of a block.
#[derive(Clone)]
pub struct Groups<T, C> {
    /// In all blocks but the last, every seat has been used.
    pub blocks: Vec<Block<T, C>>,
    /// How many bits of a slot are its seat.
    seat_bits: u32,
    scratch: Scratch,
    /// Memory for parts of the blocks: a core ticks one part at a time.
    #[cfg(feature = "rayon")]
    scratches: Vec<Scratch>,
}

/// How many parts of the blocks there are for each core, so that none is idle while another one has much left to do.
#[cfg(feature = "rayon")]
const PARTS: usize = 4;

impl<T: Tree, C> Groups<T, C> {
    /// No agents, in blocks that have two to this power seats each.
    pub const fn new(seat_bits: u32) -> Self {
        Groups {
            blocks: Vec::new(),
            seat_bits,
            scratch: Scratch::new(),
            #[cfg(feature = "rayon")]
            scratches: Vec::new(),
        }
    }

    const fn block(&self, slot: u32) -> usize {
        slot as usize >> self.seat_bits
    }

    #[expect(clippy::cast_possible_truncation, reason = "there are less than 2^16 seats")]
    const fn seat(&self, slot: u32) -> u16 {
        (slot & ((1 << self.seat_bits) - 1)) as u16
    }

    /// The block of a slot. The slot may be the first of a new block.
    fn block_of_new(&mut self, slot: u32) -> &mut Block<T, C> {
        let block = self.block(slot);
        if block == self.blocks.len() {
            self.blocks.push(Block::new());
        }
        &mut self.blocks[block]
    }

    /// Inserts an agent in a free slot or in the next new one.
    pub fn insert(&mut self, slot: u32, tree: T, context: C) {
        let seat = self.seat(slot);
        self.block_of_new(slot).insert(seat, tree, context);
    }

    /// Adds a slot after the last one, with an agent or free.
    pub fn add_slot(&mut self, slot: u32, agent: Option<(T, C)>) {
        let seat = self.seat(slot);
        self.block_of_new(slot).add_seat(seat, agent);
    }

    /// Removes the agent in a slot.
    pub fn remove(&mut self, slot: u32) -> (T, C) {
        let (block, seat) = (self.block(slot), self.seat(slot));
        self.blocks[block].remove(seat)
    }

    /// The agent in an occupied slot.
    pub fn get(&self, slot: u32) -> (&T, &C) {
        self.blocks[self.block(slot)].get(self.seat(slot))
    }

    /// The agent in an occupied slot, mutably.
    pub fn get_mut(&mut self, slot: u32) -> (&mut T, &mut C) {
        let (block, seat) = (self.block(slot), self.seat(slot));
        self.blocks[block].get_mut(seat)
    }

    /// Removes all agents and all slots.
    pub fn take(&mut self) -> Self {
        mem::replace(self, Groups::new(self.seat_bits))
    }

    /// All agents with their slots, in order.
    pub fn into_agents(self) -> impl Iterator<Item = (u32, T, C)> {
        let slots = self.blocks.into_iter().flat_map(Block::by_seat);
        (0..).zip(slots).filter_map(|(slot, agent)| agent.map(|(tree, context)| (slot, tree, context)))
    }

    /// Ticks all agents.
    // Inlined in the function of the user, so that what `tick` captures can stay in registers.
    #[inline]
    pub fn tick(&mut self, mut tick: impl FnMut(&mut T, &mut C)) {
        for block in &mut self.blocks {
            block.tick(&mut tick, &mut self.scratch);
        }
    }

    /// Ticks all agents on all cores.
    #[cfg(feature = "rayon")]
    pub fn par_tick(&mut self, tick: &(impl Fn(&mut T, &mut C) + Sync))
    where
        T: Send,
        C: Send,
    {
        if self.blocks.len() < 2 {
            return self.tick(tick);
        }
        let size = self.blocks.len().div_ceil(PARTS * rayon::current_num_threads());
        self.scratches.resize_with(self.blocks.len().div_ceil(size), Scratch::new);
        let parts = self.blocks.par_chunks_mut(size).zip(&mut self.scratches);
        parts.for_each(|(blocks, scratch)| blocks.iter_mut().for_each(|block| block.tick(&mut &*tick, scratch)));
    }
}
