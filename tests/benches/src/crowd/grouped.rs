//! The crowds of `bt`, which tick agents that wait in the same place of their tree one after another.

use super::{Crowd, agent};
use crate::world::{Frame, Frames, Steady, TickFor, World};

/// Agents in two slices.
pub struct Slices<C, T, F = Steady> {
    frames: F,
    trees: Vec<T>,
    contexts: Vec<C>,
}

impl<C: World, T: TickFor<C>, F: Frames> Slices<C, T, F> {
    /// The given number of agents.
    pub fn new(new: impl Fn() -> T, agents: usize) -> Self {
        let (trees, contexts) = (0..agents).map(|number| agent(&new, number)).unzip();
        Slices { frames: F::default(), trees, contexts }
    }
}

impl<C: World, T: TickFor<C> + bt::Tree, F: Frames> Crowd for Slices<C, T, F> {
    type Context = C;

    fn pass(&mut self) {
        let frame = self.frames.next().time();
        bt_crowd::tick_all(&mut self.trees, &mut self.contexts, |tree, context| {
            context.prepare();
            tree.tick_for(context, frame);
        });
    }

    fn contexts(&self) -> impl Iterator<Item = &C> {
        self.contexts.iter()
    }
}

/// Agents that the crowd keeps in groups.
pub struct Groups<C, T, F = Steady>(bt_crowd::Crowd<T, C>, F);

impl<C: World, T: TickFor<C> + bt::Tree, F: Frames> Groups<C, T, F> {
    /// The given number of agents.
    pub fn new(new: impl Fn() -> T, agents: usize) -> Self {
        Self::of((0..agents).map(|number| agent(&new, number)))
    }

    /// The given number of agents, which all do the same.
    pub fn in_step(new: impl Fn() -> T, agents: usize) -> Self {
        Self::of((0..agents).map(|_| agent(&new, 0)))
    }

    fn of(agents: impl Iterator<Item = (T, C)>) -> Self {
        let mut crowd = bt_crowd::Crowd::new();
        crowd.extend(agents);
        Groups(crowd, F::default())
    }
}

impl<C: World, T: TickFor<C> + bt::Tree, F: Frames> Crowd for Groups<C, T, F> {
    type Context = C;

    fn pass(&mut self) {
        let frame = self.1.next().time();
        self.0.tick(|tree, context| {
            context.prepare();
            tree.tick_for(context, frame);
        });
    }

    fn contexts(&self) -> impl Iterator<Item = &C> {
        self.0.iter().map(|(_, _, context)| context)
    }
}

/// Agents that the crowd skips while they sleep: W7 and W8.
pub struct Sleepy<C, T, F = Steady>(bt_crowd::Crowd<T, C>, F);

impl<C: World, T: TickFor<C> + bt::TreeFor<C>, F: Frames> Sleepy<C, T, F> {
    /// The given number of agents.
    pub fn new(new: impl Fn() -> T, agents: usize) -> Self {
        Sleepy(Groups::<C, T, F>::new(new, agents).0, F::default())
    }

    /// The given number of agents, which all do the same.
    pub fn in_step(new: impl Fn() -> T, agents: usize) -> Self {
        Sleepy(Groups::<C, T, F>::in_step(new, agents).0, F::default())
    }
}

impl<C: World, T: TickFor<C> + bt::TreeFor<C>, F: Frames> Crowd for Sleepy<C, T, F> {
    type Context = C;

    fn pass(&mut self) {
        let frame = self.1.next().time();
        self.0.tick_for(frame, |tree, context, span| {
            context.prepare();
            bt::TreeFor::tick_for(tree, span, context);
        });
    }

    fn contexts(&self) -> impl Iterator<Item = &C> {
        self.0.iter().map(|(_, _, context)| context)
    }
}

/// A crowd on all cores.
pub struct Parallel<C, T, F = Steady>(bt_crowd::Crowd<T, C>, F);

impl<C: World, T: TickFor<C> + bt::Tree, F: Frames> Parallel<C, T, F> {
    /// The given number of agents.
    pub fn new(new: impl Fn() -> T, agents: usize) -> Self {
        Parallel(Groups::<C, T, F>::new(new, agents).0, F::default())
    }
}

impl<C: World + Send, T: TickFor<C> + bt::Tree + Send, F: Frames> Crowd for Parallel<C, T, F> {
    type Context = C;

    fn pass(&mut self) {
        let frame = self.1.next();
        self.0.par_tick(|tree, context| {
            context.prepare();
            tree.tick_for(context, frame.time());
        });
    }

    fn contexts(&self) -> impl Iterator<Item = &C> {
        self.0.iter().map(|(_, _, context)| context)
    }
}
