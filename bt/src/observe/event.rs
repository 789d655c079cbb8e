//! The event that an observer gets.

use core::time::Duration;

use crate::describe::Description;
use crate::node_info::NodeInfo;
use crate::outline::facts::Facts;

/// The node and the time of an event in a tree.
///
/// ```
/// use std::time::Duration;
///
/// use bt::{NodeEvent, Outcome, TreeObserver, bt};
///
/// bt! { Nap(()) = sequence < fall_asleep: wait(0.5), dream: wait(2.0) > }
///
/// /// The node that ended last, and when.
/// struct Last(Option<NodeEvent>);
///
/// impl TreeObserver for Last {
///     fn finish(&mut self, event: &NodeEvent, _: Outcome) {
///         self.0 = Some(*event);
///     }
/// }
///
/// let mut last = Last(None);
/// Nap::new().tick_for_with(1.0, &mut (), &mut last);
/// let event = last.0.expect("a node has ended");
/// assert_eq!((event.position(), event.node().title()), (1, "fall_asleep"));
/// assert_eq!(event.time(), Duration::from_millis(500));
/// ```
#[derive(Clone, Copy)]
pub struct NodeEvent {
    facts: &'static Facts,
    position: usize,
    nanos: u64,
}

impl NodeEvent {
    pub(crate) const fn new(facts: &'static Facts, position: usize, nanos: u64) -> Self {
        NodeEvent { facts, position, nanos }
    }

    /// The position of the node in [its tree](NodeEvent::tree): nodes are counted from 0, each before its children,
    /// including those of subtrees.
    pub const fn position(&self) -> usize {
        self.position
    }

    /// The description of the node. It is parsed from a text that describes the tree, which is slower than
    /// [`position`](NodeEvent::position).
    pub fn node(&self) -> NodeInfo {
        self.facts.find(self.position)
    }

    /// The description of the whole tree. Between [`enter`](crate::TreeObserver::enter) and `leave`, that of the tree
    /// in the `dynamic` node.
    pub const fn tree(&self) -> Description {
        Description::new(self.facts)
    }

    /// How much of the tick's span had passed: zero in a tick without time, and outside of ticks.
    ///
    /// A leaf that is running has used the whole span. Reactive nodes run their children again at the beginning of
    /// the span, and each branch of a `parallel` gets the whole span. So within one tick, times can go back.
    pub const fn time(&self) -> Duration {
        Duration::from_nanos(self.nanos)
    }
}

impl core::fmt::Debug for NodeEvent {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let (title, time) = (self.node().title(), self.time());
        formatter.debug_struct("NodeEvent").field("node", &title).field("time", &time).finish()
    }
}
