//! `Crowd`: agents with ids that are ticked together.

use alloc::vec::Vec;
use core::fmt;

use bt::{Receive, Tree};

use super::drowsy::Drowsy;
use super::id::AgentId;
use super::owed::Detail;
use crate::groups::Groups;
use crate::groups::block::Block;
use crate::sleepers::Sleepers;

/// Many agents with the same tree `T`. Each has its own context `C`, and an [id](AgentId).
///
/// Agents that wait in the same place of their tree are stored together and ticked one after another, so that the
/// processor predicts its branches correctly: with 100,000 sentries, a tick takes about two thirds of the time of a
/// loop over handwritten state machines. When an agent moves on to another place of its tree, it moves to the agents
/// that wait there. This has no visible effect: each agent behaves as if it were ticked alone, and its id and the order
/// of iteration stay the same.
///
/// Fewer than 512 agents, and agents that nearly all wait in the same place, are ticked in a plain loop. This depends
/// only on the agents, not on measured time, so a rerun with the same agents ticks them in the same way.
///
/// A crowd gains little if its trees spend most of their time in guards and reactive nodes whose conditions change at
/// random, or in leaves whose fields decide when they end: about a tenth, and nothing with a thousand agents.
///
/// With the feature `serde`, a crowd can be saved if its trees and contexts can. The ids of its agents stay valid. Call
/// [`wake_all`](Crowd::wake_all) before: a crowd in which agents sleep or are owed time is refused.
///
/// ```
/// use bt::{Behavior, Status, bt};
/// use bt_crowd::{AgentId, Crowd};
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
/// ducks.tick(|life, duck| {
///     duck.feathers += 1;
///     life.tick(duck);
/// });
///
/// assert!(ducks.send(ids[7], &Bread));
/// ducks.tick(|life, duck| {
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
    /// All agents, if `sleepers` is `None`.
    pub(super) groups: Groups<T, C>,
    /// All agents, if most of them sleep.
    pub(super) sleepers: Option<Sleepers<T, C>>,
    pub(super) drowsy: Drowsy,
    /// What agents are owed; `None` if they are owed nothing. Never while there are `sleepers`.
    pub(super) detail: Option<Detail<T, C>>,
    /// The generation of each slot: how often it has been occupied and freed. It is odd for occupied slots.
    pub(crate) generations: Vec<u32>,
    /// The free slots; the last one is reused first.
    pub(super) free: Vec<u32>,
    pub(super) len: usize,
}

impl<T: Tree, C> Crowd<T, C> {
    /// A crowd without agents.
    ///
    /// ```
    /// use bt::bt;
    /// use bt_crowd::Crowd;
    ///
    /// bt! { Sit(u32) = running }
    /// let dogs = Crowd::<Sit, u32>::new();
    /// assert!(dogs.is_empty());
    /// ```
    pub const fn new() -> Self {
        Crowd::with_seats(Block::<T, C>::SEAT_BITS)
    }

    /// A crowd whose blocks have two to this power seats each.
    pub(crate) const fn with_seats(seat_bits: u32) -> Self {
        Crowd {
            groups: Groups::new(seat_bits),
            sleepers: None,
            drowsy: Drowsy::new(),
            detail: None,
            generations: Vec::new(),
            free: Vec::new(),
            len: 0,
        }
    }

    /// A crowd with agents in all occupied slots, in order.
    #[cfg(feature = "serde")]
    pub(super) fn from_slots(generations: Vec<u32>, free: Vec<u32>, agents: Vec<(T, C)>) -> Self {
        let (mut crowd, mut agents) = (Crowd::new(), agents.into_iter());
        for generation in generations {
            let slot = crowd.new_slot();
            let agent = if (AgentId { slot, generation }).is_valid() { agents.next() } else { None };
            crowd.len += usize::from(agent.is_some());
            crowd.groups.add_slot(slot, agent);
            crowd.generations[slot as usize] = generation;
        }
        crowd.free = free;
        crowd
    }

    /// The number of agents.
    ///
    /// ```
    /// # use bt::bt;
    /// # use bt_crowd::Crowd;
    /// # bt! { Sit(u32) = running }
    /// let mut dogs = Crowd::new();
    /// dogs.insert(Sit::new(), 3);
    /// assert_eq!(dogs.len(), 1);
    /// ```
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no agents.
    ///
    /// ```
    /// # use bt::bt;
    /// # use bt_crowd::Crowd;
    /// # bt! { Sit(u32) = running }
    /// assert!(Crowd::<Sit, u32>::new().is_empty());
    /// ```
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Inserts an agent, whose tree may be running already.
    ///
    /// # Panics
    ///
    /// If there are 2<sup>32</sup> agents.
    ///
    /// ```
    /// # use bt::bt;
    /// # use bt_crowd::Crowd;
    /// # bt! { Sit(u32) = running }
    /// let mut dogs = Crowd::new();
    /// let rex = dogs.insert(Sit::new(), 3);
    /// assert_eq!(dogs.get(rex).map(|(_, age)| *age), Some(3));
    /// ```
    pub fn insert(&mut self, tree: T, context: C) -> AgentId {
        let slot = self.free.pop().unwrap_or_else(|| self.new_slot());
        let id = AgentId { slot, generation: self.generations[slot as usize] + 1 };
        match &mut self.sleepers {
            Some(sleepers) => sleepers.insert(slot, tree, context),
            None => self.groups.insert(slot, tree, context),
        }
        self.len += 1;
        self.generations[slot as usize] = id.generation;
        self.stamp(slot);
        id
    }

    fn new_slot(&mut self) -> u32 {
        let slot = u32::try_from(self.generations.len()).expect("a crowd has at most 2^32 agents");
        self.generations.push(0);
        slot
    }

    /// The slot of an agent, if it is in the crowd.
    pub(super) fn find(&self, id: AgentId) -> Option<u32> {
        (self.generations.get(id.slot as usize) == Some(&id.generation)).then_some(id.slot)
    }

    /// The agent in an occupied slot.
    pub(super) fn at(&self, slot: u32) -> (&T, &C) {
        match &self.sleepers {
            Some(sleepers) => sleepers.get(slot),
            None => self.groups.get(slot),
        }
    }

    /// Removes an agent, and returns its tree and context as they are. The id is never reused.
    ///
    /// No hook is called, unless the agent is [owed time](Crowd#level-of-detail): then its tree is ticked for that
    /// first.
    ///
    /// ```
    /// # use bt::bt;
    /// # use bt_crowd::Crowd;
    /// # bt! { Sit(u32) = running }
    /// let mut dogs = Crowd::new();
    /// let rex = dogs.insert(Sit::new(), 3);
    /// assert_eq!(dogs.remove(rex).map(|(_, age)| age), Some(3));
    /// assert!(dogs.remove(rex).is_none());
    /// ```
    pub fn remove(&mut self, id: AgentId) -> Option<(T, C)> {
        let slot = self.find(id)?;
        self.pay(slot);
        let agent = match &mut self.sleepers {
            Some(sleepers) => sleepers.remove(slot),
            None => self.groups.remove(slot),
        };
        self.len -= 1;
        let generation = &mut self.generations[id.slot as usize];
        *generation = generation.wrapping_add(1);
        // A slot that has used up its generations is never reused.
        if *generation != 0 {
            self.free.push(id.slot);
        }
        Some(agent)
    }

    /// The tree and the context of an agent; `None` if it has been removed.
    ///
    /// ```
    /// # use bt::bt;
    /// # use bt_crowd::Crowd;
    /// # bt! { Sit(u32) = running }
    /// let mut dogs = Crowd::new();
    /// let rex = dogs.insert(Sit::new(), 3);
    /// let (tree, age) = dogs.get(rex).expect("it has not been removed");
    /// assert_eq!((tree.is_running(), *age), (false, 3));
    /// ```
    pub fn get(&self, id: AgentId) -> Option<(&T, &C)> {
        self.find(id).map(|slot| self.at(slot))
    }

    /// The tree and the context of an agent, mutably; `None` if it has been removed.
    ///
    /// ```
    /// # use bt::bt;
    /// # use bt_crowd::Crowd;
    /// # bt! { Sit(u32) = running }
    /// let mut dogs = Crowd::new();
    /// let rex = dogs.insert(Sit::new(), 3);
    /// if let Some((tree, age)) = dogs.get_mut(rex) {
    ///     *age += 1;
    ///     tree.tick(age);
    /// }
    /// assert_eq!(dogs.get(rex).map(|(tree, age)| (tree.is_running(), *age)), Some((true, 4)));
    /// ```
    pub fn get_mut(&mut self, id: AgentId) -> Option<(&mut T, &mut C)> {
        let slot = self.find(id)?;
        self.pay(slot);
        Some(match &mut self.sleepers {
            Some(sleepers) => sleepers.get_mut(slot),
            None => self.groups.get_mut(slot),
        })
    }

    /// Removes all agents for which `keep` returns `false`. It is called once with each, in the order of
    /// [`iter`](Crowd::iter).
    ///
    /// # Panics
    ///
    /// If `keep` panics. Then no agent has been removed.
    ///
    /// ```
    /// # use bt::bt;
    /// # use bt_crowd::Crowd;
    /// # bt! { Sit(u32) = running }
    /// let mut dogs: Crowd<Sit, u32> = (0..10).map(|age| (Sit::new(), age)).collect();
    /// dogs.retain(|_, _, age| *age > 7);
    /// assert_eq!(dogs.iter().map(|(_, _, age)| *age).collect::<Vec<_>>(), [8, 9]);
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(AgentId, &mut T, &mut C) -> bool) {
        let mut removed = Vec::new();
        for (id, tree, context) in self.iter_mut() {
            if !keep(id, tree, context) {
                removed.push(id);
            }
        }
        for id in removed {
            self.remove(id);
        }
    }

    /// Removes all agents. Their ids are never reused. Agents that are [owed time](Crowd#level-of-detail) do not get
    /// it.
    ///
    /// ```
    /// # use bt::bt;
    /// # use bt_crowd::Crowd;
    /// # bt! { Sit(u32) = running }
    /// let mut dogs = Crowd::new();
    /// let rex = dogs.insert(Sit::new(), 3);
    /// dogs.clear();
    /// assert!(dogs.is_empty());
    /// assert!(dogs.insert(Sit::new(), 5) != rex);
    /// ```
    pub fn clear(&mut self) {
        self.end_turns();
        self.retain(|_, _, _| false);
    }

    /// Sends a message to the active leaves of an agent. Returns whether the crowd has an agent with this id.
    ///
    /// The tree must take messages of this type: `bt! { Life(Duck) on Bread = ... }`.
    ///
    /// ```
    /// use bt::{Behavior, Status, bt};
    /// use bt_crowd::Crowd;
    ///
    /// #[derive(Behavior, Default)]
    /// #[behavior(context = u32, message = str)]
    /// struct Listen;
    ///
    /// impl Listen {
    ///     fn run(&self, _: &mut u32) -> Status {
    ///         Status::Running
    ///     }
    ///
    ///     fn receive(&self, letters: &mut u32, word: &str) {
    ///         *letters += word.len() as u32;
    ///     }
    /// }
    ///
    /// bt! { Dog(u32) on str = listen }
    ///
    /// let mut dogs = Crowd::new();
    /// let rex = dogs.insert(Dog::new(), 0);
    /// dogs.tick(|dog, letters| {
    ///     dog.tick(letters);
    /// });
    /// assert!(dogs.send(rex, "sit"));
    /// assert_eq!(dogs.remove(rex).map(|(_, letters)| letters), Some(3));
    /// assert!(!dogs.send(rex, "stay"));
    /// ```
    pub fn send<M: ?Sized>(&mut self, id: AgentId, message: &M) -> bool
    where
        T: Receive<C, M>,
    {
        let Some((tree, context)) = self.get_mut(id) else { return false };
        tree.receive(context, message);
        true
    }

    /// Ticks all agents. Each behaves as if it were ticked alone, one after another.
    ///
    /// `tick` is called once per agent. It updates what the agent senses, then ticks the tree: with `tick`, or with
    /// `tick_for` if the tree needs a duration. It also handles the answer, a status or an error; to keep the answer,
    /// store it in the context.
    ///
    /// `tick` may change what it captures, for example to count. But the order of agents is unspecified, and changes
    /// from tick to tick: what `tick` does to an agent should depend only on that agent.
    ///
    /// # Panics
    ///
    /// If `tick` or a hook of a leaf panics. Then all agents are still in the crowd, and some have been ticked.
    ///
    /// ```
    /// use bt::{Behavior, Status, bt};
    /// use bt_crowd::Crowd;
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
    /// moles.tick(|digger, mole| mole.answer = digger.tick(mole));
    /// let blocked: Vec<u32> =
    ///     moles.iter().filter(|(_, _, mole)| mole.answer.is_err()).map(|(_, _, mole)| mole.depth).collect();
    /// assert_eq!(blocked, [7, 14, 21, 28, 35, 42, 49, 56, 63, 70, 77, 84, 91, 98]);
    ///
    /// let mut dug = 0;
    /// moles.tick(|digger, mole| {
    ///     mole.answer = digger.tick(mole);
    ///     dug += usize::from(mole.answer.is_ok());
    /// });
    /// assert_eq!(dug, 100 - 14);
    /// ```
    #[inline]
    pub fn tick(&mut self, tick: impl FnMut(&mut T, &mut C)) {
        // Checked here, so that a small crowd does not pay for a call.
        if self.sleepers.is_some() || self.detail.is_some() {
            self.wake_all();
        }
        self.groups.tick(tick);
    }

    /// Like [`tick`](Crowd::tick), on all cores, with the same result. Needs the feature `rayon`.
    ///
    /// Cores share a crowd in blocks of 16,384 agents, so this is for crowds of a few hundred thousand. Since several
    /// cores call `tick` at once, it is `Fn`: it cannot change what it captures.
    ///
    /// # Panics
    ///
    /// In the same cases as `tick`.
    ///
    /// ```
    /// # use bt::bt;
    /// # use bt_crowd::Crowd;
    /// bt! { Grow(u32) = forever < action(|age| *age += 1) > }
    /// let mut dogs: Crowd<Grow, u32> = (0..100).map(|age| (Grow::new(), age)).collect();
    /// dogs.par_tick(|tree, age| {
    ///     tree.tick(age);
    /// });
    /// assert_eq!(dogs.iter().map(|(_, _, age)| *age).sum::<u32>(), 100 * 101 / 2);
    /// ```
    #[cfg(feature = "rayon")]
    pub fn par_tick(&mut self, tick: impl Fn(&mut T, &mut C) + Sync)
    where
        T: Send,
        C: Send,
    {
        self.wake_all();
        self.groups.par_tick(&tick);
    }
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
