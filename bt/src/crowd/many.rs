//! The crowd as its user sees it: ids, and what can be done with all agents.

use alloc::vec::Vec;
use core::fmt;

#[cfg(feature = "rayon")]
use rayon::prelude::*;

use super::block::{Agent, Block, Scratch};
use super::id::AgentId;
use crate::message::Receive;
use crate::tree::Tree;

/// Many agents with the same tree `T`, each with a context `C` of its own, and an [id](AgentId) by which it is found.
///
/// Agents that wait in the same place of their tree are kept together, and are ticked one after another, so that the
/// processor guesses right what comes next: with 100,000 sentries, a tick takes some three fifths of the time of a loop
/// over structs with a state machine written by hand. An agent that goes on to another place of its tree comes to those
/// that wait there. Nothing else depends on that: what becomes of an agent is the same as if it were ticked by itself, and
/// its id and the order in which agents are gone through stay as they are. Needs the feature `alloc`.
///
/// ```
/// use bt::{AgentId, Behavior, Crowd, Status, bt};
///
/// #[derive(Default)]
/// struct Duck {
///     feathers: u32,
///     eats: bool,
/// }
///
/// struct Bread;
///
/// #[derive(Behavior, Default)]
/// #[behavior(context = Duck, message = Bread)]
/// struct Swim;
///
/// impl Swim {
///     fn run(&self, _: &mut Duck) -> Status {
///         Status::Running
///     }
///
///     fn receive(&self, _: &mut Duck, _: &Bread) -> Status {
///         Status::Success
///     }
/// }
///
/// bt! { Life(Duck) on Bread = sequence < swim, action(|duck| duck.eats = true) > }
///
/// let mut ducks = Crowd::new();
/// let ids: Vec<AgentId> = (0..10).map(|_| ducks.insert(Life::new(), Duck::default())).collect();
/// ducks.tick(|duck| duck.feathers += 1, |life, duck| {
///     life.tick(duck);
/// });
///
/// assert!(ducks.send(ids[7], &Bread));
/// ducks.tick(|_| {}, |life, duck| {
///     life.tick(duck);
/// });
/// let eats = ducks.iter().find(|(_, _, duck)| duck.eats);
/// assert_eq!(eats.map(|(id, ..)| id), Some(ids[7]));
///
/// let (_, duck) = ducks.remove(ids[7]).expect("it has not been removed");
/// assert_eq!(duck.feathers, 1);
/// assert!(ducks.get(ids[7]).is_none());
/// assert_eq!(ducks.len(), 9);
/// ```
#[derive(Clone)]
pub struct Crowd<T, C> {
    /// Each has so many seats, and all but the last have had an agent in each.
    blocks: Vec<Block<T, C>>,
    seats: usize,
    /// For each seat of all blocks, how often it has been taken and left.
    pub(super) generations: Vec<u32>,
    /// The slots that have been left.
    free: Vec<u32>,
    len: usize,
    scratch: Scratch,
}

impl<T: Tree, C> Crowd<T, C> {
    /// A crowd with nobody in it.
    pub const fn new() -> Self {
        Crowd::with_seats(Block::<T, C>::SEATS)
    }

    /// The same with so many seats in a block.
    pub(super) const fn with_seats(seats: usize) -> Self {
        Crowd { blocks: Vec::new(), seats, generations: Vec::new(), free: Vec::new(), len: 0, scratch: Scratch::new() }
    }

    /// How many agents there are.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Puts in an agent, whose tree may be running already.
    ///
    /// # Panics
    ///
    /// If there are 2<sup>32</sup> agents.
    pub fn insert(&mut self, tree: T, context: C) -> AgentId {
        let slot = self.free.pop().unwrap_or_else(|| self.new_slot());
        let (block, seat) = self.find(slot);
        self.blocks[block].insert(seat, tree, context);
        self.len += 1;
        let generation = &mut self.generations[slot as usize];
        *generation += 1;
        AgentId { slot, generation: *generation }
    }

    fn new_slot(&mut self) -> u32 {
        let slot = u32::try_from(self.generations.len()).expect("a crowd has at most 2^32 agents");
        if self.generations.len() == self.blocks.len() * self.seats {
            self.blocks.push(Block::new());
        }
        self.generations.push(0);
        slot
    }

    /// The block of a slot, and the seat in it.
    #[expect(clippy::cast_possible_truncation, reason = "there are less than 2^16 seats")]
    fn find(&self, slot: u32) -> (usize, u16) {
        (slot as usize / self.seats, (slot as usize % self.seats) as u16)
    }

    /// The same for an agent, if it is there.
    fn find_agent(&self, AgentId { slot, generation }: AgentId) -> Option<(usize, u16)> {
        (self.generations.get(slot as usize) == Some(&generation)).then(|| self.find(slot))
    }

    /// Takes out an agent, as it is: no hook is called. Its id will not be given to another one.
    pub fn remove(&mut self, id: AgentId) -> Option<(T, C)> {
        let (block, seat) = self.find_agent(id)?;
        let agent = self.blocks[block].remove(seat);
        self.len -= 1;
        let generation = &mut self.generations[id.slot as usize];
        *generation = generation.wrapping_add(1);
        // A slot that has been through all generations is not used again.
        if *generation != 0 {
            self.free.push(id.slot);
        }
        Some(agent)
    }

    /// The tree and the context of an agent, if it is there.
    pub fn get(&self, id: AgentId) -> Option<(&T, &C)> {
        let (block, seat) = self.find_agent(id)?;
        let Agent { tree, context, .. } = self.blocks[block].get(seat);
        Some((tree, context))
    }

    /// The same, to change them in any way.
    pub fn get_mut(&mut self, id: AgentId) -> Option<(&mut T, &mut C)> {
        let (block, seat) = self.find_agent(id)?;
        let Agent { tree, context, .. } = self.blocks[block].get_mut(seat);
        Some((tree, context))
    }

    /// All agents in the order in which they came; but one that came after another was removed takes the place of that.
    pub fn iter(&self) -> impl Iterator<Item = (AgentId, &T, &C)> {
        let slots = (0..).zip(&self.generations).filter(|(_, generation)| is_taken(**generation));
        slots.map(|(slot, &generation)| {
            let (block, seat) = self.find(slot);
            let Agent { tree, context, .. } = self.blocks[block].get(seat);
            (AgentId { slot, generation }, tree, context)
        })
    }

    /// The same, in the same order, to change them in any way.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (AgentId, &mut T, &mut C)> {
        let taken = (0..).zip(&self.generations).filter(|(_, generation)| is_taken(**generation));
        let ids = taken.map(|(slot, &generation)| AgentId { slot, generation });
        let agents = self.blocks.iter_mut().flat_map(Block::iter_mut);
        ids.zip(agents).map(|(id, Agent { tree, context, .. })| (id, tree, context))
    }

    /// Hands a message to the active leaves of an agent. Whether there is an agent with this id.
    ///
    /// The tree must take messages of this type: `bt! { Life(Duck) on Bread = ... }`.
    pub fn send<M: ?Sized>(&mut self, id: AgentId, message: &M) -> bool
    where
        T: Receive<C, M>,
    {
        let Some((tree, context)) = self.get_mut(id) else { return false };
        tree.receive(context, message);
        true
    }

    /// Ticks all agents. What becomes of them is the same as if each were ticked by itself, one after another.
    ///
    /// - `before` is called once with each context, before the tick of that agent: here it looks around. If there is
    ///   nothing to do it is `|_| {}`.
    /// - `tick` is called once with each agent, and ticks the tree: with `tick`, or with `tick_for` if it keeps time. It
    ///   says what becomes of the answer, a status or an error; where that is wanted later, the context has a field for
    ///   it.
    ///
    /// Both are called in no order that can be relied on. Therefore they are `Fn`: what they do to an agent depends on
    /// that agent alone.
    ///
    /// # Panics
    ///
    /// If `before`, `tick` or a hook of a leaf panics, every agent is still there, and some have been ticked.
    ///
    /// ```
    /// use bt::{Behavior, Crowd, Status, bt};
    ///
    /// #[derive(Clone, Debug, PartialEq)]
    /// struct Blocked;
    ///
    /// struct Mole {
    ///     depth: u32,
    ///     answer: Result<Status, Blocked>,
    /// }
    ///
    /// #[derive(Behavior, Default)]
    /// #[behavior(context = Mole, error = Blocked)]
    /// struct Dig;
    ///
    /// impl Dig {
    ///     fn run(&self, mole: &mut Mole) -> Result<Status, Blocked> {
    ///         mole.depth += 1;
    ///         if mole.depth % 7 == 0 { Err(Blocked) } else { Ok(Status::Running) }
    ///     }
    /// }
    ///
    /// bt! { Digger(Mole) -> Result<Blocked> = dig }
    ///
    /// let mut moles = Crowd::new();
    /// for depth in 0..100 {
    ///     moles.insert(Digger::new(), Mole { depth, answer: Ok(Status::Running) });
    /// }
    /// moles.tick(|_| {}, |digger, mole| mole.answer = digger.tick(mole));
    /// let blocked: Vec<u32> =
    ///     moles.iter().filter(|(_, _, mole)| mole.answer.is_err()).map(|(_, _, mole)| mole.depth).collect();
    /// assert_eq!(blocked, [7, 14, 21, 28, 35, 42, 49, 56, 63, 70, 77, 84, 91, 98]);
    /// ```
    pub fn tick(&mut self, before: impl Fn(&mut C), tick: impl Fn(&mut T, &mut C)) {
        for block in &mut self.blocks {
            block.tick(&before, &tick, &mut self.scratch);
        }
    }

    /// [`tick`](Crowd::tick) on all cores: the same result. Needs the feature `rayon`.
    ///
    /// A core takes some thousand agents at a time, so this is for crowds that are larger than that.
    ///
    /// # Panics
    ///
    /// As `tick` does.
    #[cfg(feature = "rayon")]
    pub fn par_tick(&mut self, before: impl Fn(&mut C) + Sync, tick: impl Fn(&mut T, &mut C) + Sync)
    where
        T: Send,
        C: Send,
    {
        let blocks = self.blocks.par_iter_mut();
        blocks.for_each_init(Scratch::new, |scratch, block| block.tick(&before, &tick, scratch));
    }
}

/// Whether a slot with this generation is taken.
const fn is_taken(generation: u32) -> bool {
    generation % 2 == 1
}

impl<T: Tree, C> Default for Crowd<T, C> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Tree + fmt::Debug, C: fmt::Debug> fmt::Debug for Crowd<T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(id, tree, context)| (id, (tree, context)))).finish()
    }
}
