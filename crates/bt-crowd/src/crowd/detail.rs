//! Level of detail: `Crowd::advance`, and the methods that tick some of the agents for the time that they are owed.

use core::time::Duration;

use bt::{IntoDuration, Tree, TreeFor};

use super::agents::Crowd;
use super::id::{AgentId, is_taken};
use super::owed::Detail;
use crate::engine;
use crate::turns::Turns;
use crate::turns::stamp::Turn;

/// # Level of detail
///
/// [`advance`](Crowd::advance) begins a frame, and [`tick_where`](Crowd::tick_where), [`tick_while`](Crowd::tick_while)
/// and `tick_within` then tick some of the agents: those near the player in each frame, those far away in every 16th
/// frame, or as many as there is time for. An agent is owed the time of the frames that it misses, and its next tick
/// covers all of it. So no time is lost, and timers end exactly when they should.
///
/// An agent gets at most one tick in a frame. In a frame without a tick, its conditions are not checked, as in a game
/// with fewer frames. If all active nodes only wait for time to pass, its history is the same as with a tick in each
/// frame.
///
/// Anything else that you do with an agent happens after the time that it is owed: `send`, `get_mut` and `remove` first
/// tick its tree for that time, without a closure, and drop the answer. If the answer matters, call
/// [`catch_up`](Crowd::catch_up) first. The methods that concern all agents (`tick`, `tick_for`, `iter_mut`, `retain`,
/// [`wake_all`](Crowd::wake_all)) do so for all of them. `get` and `iter` show an agent as it was after its last tick.
impl<T: Tree, C> Crowd<T, C> {
    /// Begins a frame: all agents are owed this time from now on, until they are ticked.
    ///
    /// If the frames add up to 292 years, or to 2<sup>32</sup>, while agents are owed time, all of them are ticked for
    /// it, as by [`wake_all`](Crowd::wake_all).
    ///
    /// ```
    /// use bt::bt;
    /// use bt_crowd::Crowd;
    /// use std::time::Duration;
    ///
    /// bt! { Blink(u32) = forever < sequence < wait(1.5), action(|blinks| *blinks += 1) > > }
    ///
    /// let mut lights = Crowd::new();
    /// let light = lights.insert(Blink::new(), 0);
    /// for _ in 0..4 {
    ///     lights.advance(1.0);
    /// }
    /// assert_eq!(lights.owed(light), Some(Duration::from_secs(4)));
    /// lights.tick_where(|_, _, _| true, |blink, blinks, span| {
    ///     blink.tick_for(span, blinks);
    /// });
    /// assert_eq!(lights.owed(light), Some(Duration::ZERO));
    /// assert_eq!(lights.get(light).map(|(_, blinks)| *blinks), Some(2));
    /// ```
    pub fn advance(&mut self, time: impl IntoDuration)
    where
        T: TreeFor<C>,
    {
        let span = engine::span(&time);
        let is_ready = self.detail.as_ref().is_some_and(|detail| detail.turns.clock.after(span).is_some());
        if !is_ready {
            self.wake_all();
            let turns = Turns::new();
            self.groups.begin_turns(turns.clock);
            let tick = |tree: &mut T, context: &mut C, owed: Duration| {
                tree.tick_for(owed, context);
            };
            self.detail = Some(Detail { turns, tick });
        }
        if let Some(Detail { turns, .. }) = &mut self.detail {
            turns.clock = turns.clock.after(span).unwrap_or(turns.clock);
        }
    }

    /// Ticks the agents that the filter picks, each for the time that it is owed. Returns how many.
    ///
    /// `is_due` gets the tree, the context and the [`Turn`] of each agent that has not been ticked in this frame. It is
    /// called before the tick, so the context says what the agent knew in its last tick. `tick` is as in
    /// [`tick_for`](Crowd::tick_for). The order of agents is unspecified.
    ///
    /// A tree that only [waits for time](TreeFor::sleep) needs no tick before that has passed, so a filter may leave it
    /// out: `tree.sleep().is_none_or(|time| time <= turn.owed())`.
    ///
    /// # Panics
    ///
    /// If `is_due`, `tick` or a hook of a leaf panics. Then all agents are still in the crowd. Those that have not been
    /// ticked are still owed their time, and the next call ticks them.
    ///
    /// ```
    /// use bt::bt;
    /// use bt_crowd::Crowd;
    ///
    /// #[derive(Default)]
    /// struct Npc {
    ///     distance: f32,
    ///     thoughts: u32,
    ///     ticks: u32,
    /// }
    ///
    /// bt! { Think(Npc) = forever < sequence < wait(0.25), action(|npc| npc.thoughts += 1) > > }
    ///
    /// let npc = |number| Npc { distance: number as f32, ..Npc::default() };
    /// let mut npcs: Crowd<Think, Npc> = (0..100).map(|number| (Think::new(), npc(number))).collect();
    /// for _ in 0..64 {
    ///     npcs.advance(1.0 / 64.0);
    ///     let is_due = |_: &Think, npc: &Npc, turn: bt_crowd::Turn| npc.distance < 10.0 || turn.every(16);
    ///     npcs.tick_where(is_due, |think, npc, span| {
    ///         npc.ticks += 1;
    ///         think.tick_for(span, npc);
    ///     });
    /// }
    /// assert!(npcs.iter().all(|(_, _, npc)| npc.ticks == if npc.distance < 10.0 { 64 } else { 4 }));
    /// npcs.wake_all();
    /// assert!(npcs.iter().all(|(_, _, npc)| npc.thoughts == 4));
    /// ```
    pub fn tick_where(
        &mut self,
        is_due: impl FnMut(&T, &C, Turn) -> bool,
        tick: impl FnMut(&mut T, &mut C, Duration),
    ) -> usize {
        let Some(Detail { turns, .. }) = &mut self.detail else { return 0 };
        let ticked = self.groups.tick_where(turns, is_due, tick);
        self.tidy();
        ticked
    }

    /// Ticks agents, each for the time that it is owed, as long as `go_on` returns `true`. Begins with the agent that
    /// has waited longest for a tick, so each gets its turn. Returns how many it has ticked.
    ///
    /// `go_on` is called before each agent. The call returns as soon as all agents have been ticked in this frame.
    /// Without the standard library, `go_on` can read a clock of yours; with it, `tick_within` does.
    ///
    /// # Panics
    ///
    /// In the same cases as [`tick_where`](Crowd::tick_where).
    ///
    /// ```
    /// use bt::bt;
    /// use bt_crowd::Crowd;
    ///
    /// bt! { Think(u32) = forever < sequence < wait(0.25), action(|thoughts| *thoughts += 1) > > }
    ///
    /// let mut npcs: Crowd<Think, u32> = (0..100).map(|_| (Think::new(), 0)).collect();
    /// for _ in 0..10 {
    ///     npcs.advance(0.25);
    ///     // Only ten in each frame.
    ///     let mut left = 10;
    ///     let go_on = || {
    ///         left -= 1;
    ///         left >= 0
    ///     };
    ///     let ticked = npcs.tick_while(go_on, |think, thoughts, span| {
    ///         think.tick_for(span, thoughts);
    ///     });
    ///     assert_eq!(ticked, 10);
    /// }
    /// npcs.wake_all();
    /// assert!(npcs.iter().all(|(_, _, thoughts)| *thoughts == 10));
    /// ```
    pub fn tick_while(
        &mut self,
        mut go_on: impl FnMut() -> bool,
        mut tick: impl FnMut(&mut T, &mut C, Duration),
    ) -> usize {
        let Some(Detail { turns, .. }) = &mut self.detail else { return 0 };
        let Crowd { groups, generations, .. } = self;
        turns.line_up(groups.stamps());
        let mut ticked = 0;
        while let Some(slot) = turns.oldest(|slot| is_taken(generations[slot as usize]).then(|| groups.stamp(slot)))
            && go_on()
        {
            let (tree, context, stamp) = groups.stamped(slot);
            if let Some(owed) = turns.pay(stamp) {
                tick(tree, context, owed);
                ticked += 1;
            }
        }
        self.tidy();
        ticked
    }

    /// Ticks agents, each for the time that it is owed, until this time has passed. Begins with the agent whose last
    /// tick was the longest ago. Returns how many it has ticked. Needs the feature `std`.
    ///
    /// The clock is read once every 16 agents, so a call exceeds the budget by at most the time of 16 ticks.
    /// How many agents are ticked depends on the machine. If the same input must have the same result, use
    /// [`tick_while`](Crowd::tick_while) with a number of agents.
    ///
    /// # Panics
    ///
    /// In the same cases as [`tick_where`](Crowd::tick_where).
    ///
    /// ```
    /// use bt::bt;
    /// use bt_crowd::Crowd;
    /// use std::time::Duration;
    ///
    /// bt! { Think(u32) = forever < sequence < wait(0.25), action(|thoughts| *thoughts += 1) > > }
    ///
    /// let mut npcs: Crowd<Think, u32> = (0..100).map(|_| (Think::new(), 0)).collect();
    /// npcs.advance(1.0);
    /// // All are ticked, since there is time enough. More time would change nothing.
    /// let ticked = npcs.tick_within(Duration::from_secs(10), |think, thoughts, span| {
    ///     think.tick_for(span, thoughts);
    /// });
    /// assert_eq!(ticked, 100);
    /// assert_eq!(npcs.tick_within(Duration::ZERO, |_, _, _| ()), 0);
    /// ```
    #[cfg(feature = "std")]
    pub fn tick_within(&mut self, budget: Duration, tick: impl FnMut(&mut T, &mut C, Duration)) -> usize {
        let (start, mut agents) = (std::time::Instant::now(), 0);
        let go_on = || {
            let go_on = agents % 16 != 0 || start.elapsed() < budget;
            agents += 1;
            go_on
        };
        self.tick_while(go_on, tick)
    }

    /// Ticks an agent for the time that it is owed. Returns whether the crowd has an agent with this id.
    ///
    /// Nothing is ticked if the agent is owed nothing. Call this before `send` or `get_mut` to handle the answer of
    /// that tick, which would be dropped otherwise.
    ///
    /// ```
    /// use bt::{Status, bt};
    /// use bt_crowd::Crowd;
    ///
    /// bt! { Nap(Option<Status>) = wait(2.0) }
    ///
    /// let mut dogs = Crowd::new();
    /// let rex = dogs.insert(Nap::new(), None);
    /// (0..3).for_each(|_| dogs.advance(1.0));
    /// dogs.catch_up(rex, |nap, answer, span| *answer = Some(nap.tick_for(span, answer)));
    /// assert_eq!(dogs.get(rex).map(|(_, answer)| *answer), Some(Some(Status::Success)));
    /// ```
    pub fn catch_up(&mut self, id: AgentId, tick: impl FnOnce(&mut T, &mut C, Duration)) -> bool {
        let Some(slot) = self.find(id) else { return false };
        if let Some(Detail { turns, .. }) = &mut self.detail {
            let (tree, context, stamp) = self.groups.stamped(slot);
            if let Some(owed) = turns.pay(stamp) {
                tick(tree, context, owed);
            }
            self.tidy();
        }
        true
    }

    /// How much time an agent is owed; `None` if it has been removed.
    ///
    /// This is the time since its last tick, as [`advance`](Crowd::advance) counts it.
    ///
    /// ```
    /// # use bt::bt;
    /// # use bt_crowd::Crowd;
    /// # use std::time::Duration;
    /// # bt! { Sit(u32) = running }
    /// let mut dogs = Crowd::new();
    /// let rex = dogs.insert(Sit::new(), 3);
    /// dogs.advance(0.5);
    /// dogs.advance(0.5);
    /// assert_eq!(dogs.owed(rex), Some(Duration::from_secs(1)));
    /// ```
    pub fn owed(&self, id: AgentId) -> Option<Duration> {
        let slot = self.find(id)?;
        let turn = |detail: &Detail<T, C>| self.groups.stamp(slot).turn(detail.turns.clock);
        Some(self.detail.as_ref().map_or(Duration::ZERO, |detail| turn(detail).owed()))
    }

    /// Whether an agent is owed a tick.
    #[cfg(feature = "serde")]
    pub(super) fn is_owed(&self) -> bool {
        self.detail
            .as_ref()
            .is_some_and(|Detail { turns, .. }| self.groups.stamps().any(|stamp| !stamp.is_paid(turns.clock)))
    }

    /// Gives a stamp to the agent that has just been inserted in a slot.
    pub(super) fn stamp(&mut self, slot: u32) {
        if let Some(Detail { turns, .. }) = &mut self.detail {
            self.groups.push_stamp(turns.insert(slot));
        }
    }

    /// Ticks the agent in an occupied slot for the time that it is owed.
    pub(super) fn pay(&mut self, slot: u32) {
        if let Some(Detail { turns, tick }) = &mut self.detail {
            let (tree, context, stamp) = self.groups.stamped(slot);
            if let Some(owed) = turns.pay(stamp) {
                tick(tree, context, owed);
            }
            self.tidy();
        }
    }

    /// Ticks all agents for the time that they are owed. After that, they have no stamps.
    pub(super) fn pay_all(&mut self) {
        let Some(Detail { turns, tick }) = &mut self.detail else { return };
        self.groups.tick_where(turns, |_, _, _| true, *tick);
        self.end_turns();
    }

    /// Drops the stamps of all agents: from now on, they are owed nothing.
    pub(super) fn end_turns(&mut self) {
        self.groups.end_turns();
        self.detail = None;
    }

    fn tidy(&mut self) {
        let Crowd { groups, generations, len, detail, .. } = self;
        if let Some(Detail { turns, .. }) = detail {
            turns.tidy(*len, |slot| is_taken(generations[slot as usize]).then(|| groups.stamp(slot)));
        }
    }
}
