//! `State`: which nodes of a tree are active, and how each node last ended.

use bt::describe::{Description, NodeInfo};
use bt::{NodeEvent, Outcome, TreeObserver};

/// Which nodes of a tree are active, and how each node last ended. Use it as an observer, or create it from the active
/// nodes.
///
/// It does not include nodes of trees in `dynamic` nodes. A [`Recording`](crate::Recording) does, and so does printing
/// a tree with `{}`.
///
/// ```
/// use bt::Outcome;
/// use bt_view::State;
///
/// bt::bt! { Nap(()) = sequence < fall_asleep: succeed, dream: running > }
///
/// let (mut nap, mut state) = (Nap::new(), State::default());
/// nap.tick_with(&mut (), &mut state);
/// assert!(state.is_active(0) && state.is_active(2));
/// assert_eq!((state.is_active(1), state.last(1)), (false, Some(Outcome::Success)));
///
/// assert!(State::active(nap.active()).is_active(2));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    nodes: Vec<Mark>,
    /// How many trees of `dynamic` nodes are around the current events. Those say nothing about nodes of the tree
    /// itself.
    nested: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mark {
    active: bool,
    last: Option<Outcome>,
}

impl State {
    /// The state in which these nodes are active: pass what the tree's method `active` returns. How nodes last ended is
    /// not known.
    pub fn active(nodes: impl IntoIterator<Item = NodeInfo>) -> Self {
        let mut state = State::default();
        for node in nodes.into_iter().filter(|node| node.nested == 0) {
            state.mark(node.position).active = true;
        }
        state
    }

    /// Whether the node at a position is active. Positions are those of [`Outline::nodes`](crate::Outline::nodes).
    pub fn is_active(&self, position: usize) -> bool {
        self.nodes.get(position).is_some_and(|mark| mark.active)
    }

    /// How the node at a position last ended, if it ever did.
    pub fn last(&self, position: usize) -> Option<Outcome> {
        self.nodes.get(position)?.last
    }

    /// Marks all nodes as inactive. Call it when you `reset` the tree, which calls no observer.
    pub fn reset(&mut self) {
        self.nodes.iter_mut().for_each(|mark| mark.active = false);
    }

    pub(crate) fn started(&mut self, position: usize) {
        self.mark(position).active = true;
    }

    pub(crate) fn finished(&mut self, position: usize, outcome: Outcome) {
        *self.mark(position) = Mark { active: false, last: Some(outcome) };
    }

    /// This state with the nodes at other positions.
    pub(crate) fn placed(&self, places: &[u32]) -> State {
        let mut state = State::default();
        for (mark, place) in self.nodes.iter().zip(places) {
            *state.mark(*place as usize) = *mark;
        }
        state
    }

    fn mark(&mut self, position: usize) -> &mut Mark {
        if position >= self.nodes.len() {
            self.nodes.resize(position + 1, Mark::default());
        }
        &mut self.nodes[position]
    }
}

impl TreeObserver for State {
    fn begin(&mut self, _: Description) {
        // After a panic, a tree may never have reported its `leave`.
        self.nested = 0;
    }

    fn enter(&mut self, _: &NodeEvent, _: Description) {
        self.nested += 1;
    }

    fn leave(&mut self) {
        self.nested -= 1;
    }

    fn start(&mut self, event: &NodeEvent) {
        if self.nested == 0 {
            self.started(event.position());
        }
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        if self.nested == 0 {
            self.finished(event.position(), outcome);
        }
    }
}
