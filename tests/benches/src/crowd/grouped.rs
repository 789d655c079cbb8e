//! The crowds of `bt`, which tick those one after another that wait in the same place of their trees.

use super::{Crowd, agent};
use crate::workloads::patrol::FRAME;
use crate::world::{Tick, World};

/// Agents in two slices.
pub struct Slices<C, T> {
    trees: Vec<T>,
    contexts: Vec<C>,
}

impl<C: World, T: Tick<C>> Slices<C, T> {
    /// So many agents.
    pub fn new(new: impl Fn() -> T, agents: usize) -> Self {
        let (trees, contexts) = (0..agents).map(|number| agent(&new, number)).unzip();
        Slices { trees, contexts }
    }
}

impl<C: World, T: Tick<C> + bt::Tree> Crowd for Slices<C, T> {
    type Context = C;

    fn pass(&mut self) {
        bt_crowd::tick_all(&mut self.trees, &mut self.contexts, |tree, context| {
            context.prepare();
            tree.tick(context);
        });
    }

    fn contexts(&self) -> impl Iterator<Item = &C> {
        self.contexts.iter()
    }
}

/// Agents that the crowd keeps in groups.
pub struct Groups<C, T>(bt_crowd::Crowd<T, C>);

impl<C: World, T: Tick<C> + bt::Tree> Groups<C, T> {
    /// So many agents.
    pub fn new(new: impl Fn() -> T, agents: usize) -> Self {
        let mut crowd = bt_crowd::Crowd::new();
        for (tree, context) in (0..agents).map(|number| agent::<C, T>(&new, number)) {
            crowd.insert(tree, context);
        }
        Groups(crowd)
    }
}

impl<C: World, T: Tick<C> + bt::Tree> Crowd for Groups<C, T> {
    type Context = C;

    fn pass(&mut self) {
        self.0.tick(|tree, context| {
            context.prepare();
            tree.tick(context);
        });
    }

    fn contexts(&self) -> impl Iterator<Item = &C> {
        self.0.iter().map(|(_, _, context)| context)
    }
}

/// Agents that the crowd leaves out while they sleep: W7 and W8.
pub struct Sleepy<C, T>(bt_crowd::Crowd<T, C>);

impl<C: World, T: Tick<C> + bt::TreeFor<C>> Sleepy<C, T> {
    /// So many agents.
    pub fn new(new: impl Fn() -> T, agents: usize) -> Self {
        Sleepy(Groups::new(new, agents).0)
    }
}

impl<C: World, T: Tick<C> + bt::TreeFor<C>> Crowd for Sleepy<C, T> {
    type Context = C;

    fn pass(&mut self) {
        self.0.tick_for(FRAME, |tree, context, span| {
            context.prepare();
            tree.tick_for(span, context);
        });
    }

    fn contexts(&self) -> impl Iterator<Item = &C> {
        self.0.iter().map(|(_, _, context)| context)
    }
}
