//! `Tracer`: emits the events of a tree through `tracing`.

use bt::describe::Description;
use bt::observe::{Part, Why};
use bt::{NodeEvent, Outcome, Status, TreeObserver};
use tracing::Level;

/// An observer that emits a [`tracing`] event for each event in the tree of an agent.
///
/// It emits events and not spans, because nodes that are active at the same time start and end in any order. Their
/// target is `bt`. Their fields are `agent`, `node`, `position`, `time` in seconds since the start of the tick, and
/// `status`, `outcome`, `why` or `part`. Nodes of a tree in a `dynamic` node also have the field `nested`: the number
/// of such trees around them. Ends have the level `DEBUG`; starts, runs and reasons have the level `TRACE`. If no
/// subscriber is interested in events of `bt`, a tick only asks for that, and then runs like one without an observer.
///
/// ```
/// use bt_view::Tracer;
///
/// bt::bt! { Nod(u32) = action(|nods| *nods += 1) }
///
/// Nod::new().tick_with(&mut 0, &mut Tracer::new("nodder"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tracer<'a> {
    agent: &'a str,
    /// How many trees of `dynamic` nodes are around the current events.
    nested: usize,
}

impl<'a> Tracer<'a> {
    /// An observer for the tree of the agent with this name. It can observe any number of ticks.
    pub const fn new(agent: &'a str) -> Self {
        Tracer { agent, nested: 0 }
    }
}

impl Tracer<'_> {
    fn fields(&self, event: &NodeEvent) -> (&str, Option<usize>, usize, f64) {
        let nested = (self.nested > 0).then_some(self.nested);
        (self.agent, nested, event.position(), event.time().as_secs_f64())
    }
}

impl TreeObserver for Tracer<'_> {
    fn begin(&mut self, _: Description) {
        self.nested = 0;
    }

    fn enter(&mut self, _: &NodeEvent, _: Description) {
        self.nested += 1;
    }

    fn leave(&mut self) {
        self.nested -= 1;
    }

    fn is_enabled(&self) -> bool {
        tracing::enabled!(target: "bt", Level::DEBUG)
    }

    fn start(&mut self, event: &NodeEvent) {
        let (agent, nested, position, time) = self.fields(event);
        tracing::trace!(target: "bt", agent, node = event.node().title(), nested, position, time, "start");
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        let (agent, nested, position, time) = self.fields(event);
        tracing::trace!(target: "bt", agent, node = event.node().title(), nested, position, time, ?status, "run");
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        let (agent, nested, position, time) = self.fields(event);
        tracing::trace!(target: "bt", agent, node = event.node().title(), nested, position, time, %why, "why");
    }

    fn part(&mut self, event: &NodeEvent, part: Part<'_>) {
        let (agent, nested, position, time) = self.fields(event);
        tracing::trace!(target: "bt", agent, node = event.node().title(), nested, position, time, %part, "part");
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        let (agent, nested, position, time) = self.fields(event);
        tracing::debug!(target: "bt", agent, node = event.node().title(), nested, position, time, ?outcome, "finish");
    }
}
