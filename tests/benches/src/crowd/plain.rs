//! A loop over the agents, whatever ticks them.

use super::{Crowd, agent};
use crate::world::{Frame, Frames, Steady, TickFor, World};

/// The trees, and what they work on.
pub struct Loop<C, T, F = Steady> {
    frames: F,
    trees: Vec<T>,
    contexts: Vec<C>,
}

impl<C: World, T: TickFor<C>, F: Frames> Loop<C, T, F> {
    /// The given number of agents.
    pub fn new(new: impl Fn() -> T, agents: usize) -> Self {
        let (trees, contexts) = (0..agents).map(|number| agent(&new, number)).unzip();
        Loop { frames: F::default(), trees, contexts }
    }

    /// The given number of agents, which all do the same.
    pub fn in_step(new: impl Fn() -> T, agents: usize) -> Self {
        let (trees, contexts) = (0..agents).map(|_| agent(&new, 0)).unzip();
        Loop { frames: F::default(), trees, contexts }
    }
}

impl<C: World, T: TickFor<C>, F: Frames> Crowd for Loop<C, T, F> {
    type Context = C;

    fn pass(&mut self) {
        let frame = self.frames.next().time();
        for (tree, context) in self.trees.iter_mut().zip(&mut self.contexts) {
            context.prepare();
            tree.tick_for(context, frame);
        }
    }

    fn contexts(&self) -> impl Iterator<Item = &C> {
        self.contexts.iter()
    }
}
