//! `Crowd::tick_for`: skips agents that only wait for time to pass, until they wake up.

use alloc::vec::Vec;
use core::time::Duration;

use bt::{IntoDuration, Tree, TreeFor};

use super::agents::Crowd;
use crate::engine;
use crate::sleepers::{Sleepers, sleep};

/// Probes look at one agent in this many.
const DISTANCE: usize = 8;

impl<T: Tree, C> Crowd<T, C> {
    /// Ticks all agents with one span, and skips those that only wait for time to pass. Each agent behaves as if it
    /// were ticked alone, to the nanosecond.
    ///
    /// `tick` gets an agent and the span. It updates what the agent senses, then ticks the tree with `tick_for`, and
    /// handles the answer. While a tree [sleeps](TreeFor::sleep), `tick` is not called for its agent; the answer would
    /// be running. So `tick` must not rely on being called for every agent in every tick, for example to advance a
    /// clock of the agent.
    ///
    /// If most agents sleep, the cost depends on the number of agents that are awake, not on the size of the crowd.
    /// Otherwise all agents are ticked in groups, as in [`tick`](Crowd::tick). The crowd checks now and then how many
    /// agents sleep, and picks the faster way.
    ///
    /// The tree of a sleeping agent is out of date: [`get`](Crowd::get) and [`iter`](Crowd::iter) show it as it was
    /// when the agent fell asleep. `get_mut`, `iter_mut`, `send` and `remove` wake up the agent, which ticks its tree
    /// for the time that it has slept; [`wake_all`](Crowd::wake_all) does this for all agents.
    ///
    /// # Panics
    ///
    /// In the same cases as [`tick`](Crowd::tick).
    ///
    /// ```
    /// use bt::bt;
    /// use bt_crowd::Crowd;
    ///
    /// bt! { Blink(u32) = forever < sequence < wait(5.0), action(|count| *count += 1) > > }
    ///
    /// let mut lights: Crowd<Blink, u32> = (0..1000).map(|_| (Blink::new(), 0)).collect();
    /// for _ in 0..64 * 60 {
    ///     lights.tick_for(1.0 / 64.0, |blink, count, span| {
    ///         blink.tick_for(span, count);
    ///     });
    /// }
    /// assert!(lights.iter().all(|(_, _, count)| *count == 12));
    /// ```
    pub fn tick_for(&mut self, time: impl IntoDuration, mut tick: impl FnMut(&mut T, &mut C, Duration))
    where
        T: TreeFor<C>,
    {
        let span = engine::span(&time);
        if self.detail.is_some() {
            self.advance(Duration::from_nanos(span));
            self.tick_where(|_, _, _| true, tick);
            self.end_turns();
            return;
        }
        if self.sleepers.as_ref().is_some_and(|sleepers| !sleepers.suit(span)) {
            self.wake_all();
        }
        let Some(sleepers) = &mut self.sleepers else {
            // Moved into the closure and converted once, so that no agent has to read or convert it again.
            let (tick, time) = (&mut tick, Duration::from_nanos(span));
            self.tick(move |tree, context| tick(tree, context, time));
            self.let_sleep(span);
            return;
        };
        self.drowsy.note_sleep();
        sleepers.tick(span, &mut tick);
        if 2 * sleepers.awake() > self.len {
            self.wake_all();
        }
    }

    /// Probes now and then whether agents sleep. Skipping them pays off if three in four do.
    fn let_sleep(&mut self, span: u64)
    where
        T: TreeFor<C>,
    {
        if span == 0 || !self.drowsy.is_due() {
            return;
        }
        let trees = || self.groups.blocks.iter().flat_map(|block| block.trees().step_by(DISTANCE));
        let asleep = trees().filter(|tree| sleep(*tree, span).is_some()).count();
        if asleep > 0 && 4 * asleep >= 3 * trees().count() {
            self.sleepers = Some(Sleepers::new(span, self.groups.take().into_agents()));
        }
    }

    /// Wakes up all agents that sleep in [`tick_for`](Crowd::tick_for), and ticks all agents that are [owed
    /// time](Crowd#level-of-detail) for that time. After that, their trees are up to date: they can be inspected or
    /// saved.
    ///
    /// ```
    /// # use bt::bt;
    /// # use bt_crowd::Crowd;
    /// # use std::time::Duration;
    /// bt! { Nap(u32) = wait(60.0) }
    /// let mut dogs: Crowd<Nap, u32> = (0..100).map(|age| (Nap::new(), age)).collect();
    /// for _ in 0..40 {
    ///     dogs.tick_for(0.5, |nap, age, span| {
    ///         nap.tick_for(span, age);
    ///     });
    /// }
    /// dogs.wake_all();
    /// assert!(dogs.iter().all(|(_, nap, _)| nap.sleep() == Some(Duration::from_secs(40))));
    /// ```
    pub fn wake_all(&mut self) {
        self.pay_all();
        self.sleepers.iter_mut().for_each(Sleepers::wake_all);
        let Some(sleepers) = self.sleepers.take() else { return };
        self.drowsy.note_end();
        let mut agents: Vec<Option<(T, C)>> = self.generations.iter().map(|_| None).collect();
        for (slot, tree, context) in sleepers.into_agents() {
            agents[slot as usize] = Some((tree, context));
        }
        (0..).zip(agents).for_each(|(slot, agent)| self.groups.add_slot(slot, agent));
    }
}
