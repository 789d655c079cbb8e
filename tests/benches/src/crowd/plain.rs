//! A loop over the agents, whatever ticks them.

use super::{Crowd, agent};
use crate::world::{Tick, World};

/// The trees, and what they work on.
pub struct Loop<C, T> {
    trees: Vec<T>,
    contexts: Vec<C>,
}

impl<C: World, T: Tick<C>> Loop<C, T> {
    /// So many agents.
    pub fn new(new: impl Fn() -> T, agents: usize) -> Self {
        let (trees, contexts) = (0..agents).map(|number| agent(&new, number)).unzip();
        Loop { trees, contexts }
    }
}

impl<C: World, T: Tick<C>> Crowd for Loop<C, T> {
    type Context = C;

    fn pass(&mut self) {
        for (tree, context) in self.trees.iter_mut().zip(&mut self.contexts) {
            context.prepare();
            tree.tick(context);
        }
    }

    fn contexts(&self) -> impl Iterator<Item = &C> {
        self.contexts.iter()
    }
}
