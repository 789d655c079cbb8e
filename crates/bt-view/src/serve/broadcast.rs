//! `Broadcast`: the observer that sends one tick to viewers, and the methods of `Live` that return it.

use std::time::Duration;

use bt::describe::{Description, NodeInfo};
use bt::observe::Why;
use bt::{IntoDuration, NodeEvent, Outcome, Span, Status, TreeObserver};

use super::live::{Live, Pending};
use crate::recording::{AgentKey, Event, Happened, Sort, Step, What, reason};

impl Live {
    /// The observer for the `tick_with` of an agent's tree.
    #[inline]
    pub fn tick<I>(&mut self, agent: AgentKey, active: impl FnOnce() -> I) -> Option<Broadcast<'_>>
    where
        I: IntoIterator<Item = NodeInfo>,
    {
        self.tick_for(agent, Duration::ZERO, active)
    }

    /// The observer for the `tick_for_with` of an agent's tree, which covers this span.
    ///
    /// ```
    /// use bt_view::serve::Options;
    ///
    /// bt::bt! { Nap(()) = wait(0.5) }
    ///
    /// let mut live = Options::new().start()?;
    /// let (cat, mut nap) = (live.agent::<Nap>("cat"), Nap::new());
    /// nap.tick_for_with(0.25, &mut (), &mut live.tick_for(cat, 0.25, || nap.active()));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn tick_for<I>(
        &mut self,
        agent: AgentKey,
        time: impl IntoDuration,
        active: impl FnOnce() -> I,
    ) -> Option<Broadcast<'_>>
    where
        I: IntoIterator<Item = NodeInfo>,
    {
        self.step(agent, Sort::Tick, Span::of(time).left(), active)
    }

    /// The observer for the `abort_with` of an agent's tree.
    pub fn abort<I>(&mut self, agent: AgentKey, active: impl FnOnce() -> I) -> Option<Broadcast<'_>>
    where
        I: IntoIterator<Item = NodeInfo>,
    {
        self.step(agent, Sort::Abort, Duration::ZERO, active)
    }

    /// The observer for the `send_with` of an agent's tree.
    pub fn send<I>(&mut self, agent: AgentKey, active: impl FnOnce() -> I) -> Option<Broadcast<'_>>
    where
        I: IntoIterator<Item = NodeInfo>,
    {
        self.step(agent, Sort::Send, Duration::ZERO, active)
    }

    /// Notes that an agent's tree was reset, which calls no observer, or that it is a new one.
    pub fn reset(&mut self, agent: AgentKey) {
        self.step(agent, Sort::Reset, Duration::ZERO, || []);
    }

    #[inline]
    fn step<I>(
        &mut self,
        AgentKey(agent): AgentKey,
        sort: Sort,
        span: Duration,
        active: impl FnOnce() -> I,
    ) -> Option<Broadcast<'_>>
    where
        I: IntoIterator<Item = NodeInfo>,
    {
        if !self.shared.is_watched() {
            self.agents[agent].add(1, span);
            if self.agents[agent].was_active && matches!(sort, Sort::Abort | Sort::Reset) {
                self.ended_unseen(agent);
            }
            return None;
        }
        let unseen = std::mem::take(&mut self.agents[agent]);
        self.agents[agent].was_active = true;
        if unseen.count > 0 {
            let start = |node: NodeInfo| Event { node: node.position as u32, what: What::Start, nanos: 0 };
            let own = active().into_iter().filter(|node| node.nested == 0);
            let events: Vec<Event> = own.map(start).collect();
            let (step, happened) = unseen.lost(agent, events);
            self.pending.push(Pending::Step(step, happened));
        }
        Some(Broadcast::new(self, Step { agent, sort, span, events: 0, count: 1 }))
    }
}

/// The observer of one tick, abort or message, from a [`Live`]. When it is dropped, the viewers see the step.
#[derive(Debug)]
pub struct Broadcast<'l> {
    live: &'l mut Live,
    step: Step,
    happened: Happened,
    /// Whether the node that the program runs to has started or ended.
    hit: bool,
    /// In how many trees of `dynamic` nodes the events are. The page has no nodes for them.
    nested: usize,
}

impl<'l> Broadcast<'l> {
    pub(super) fn new(live: &'l mut Live, step: Step) -> Self {
        Broadcast { live, step, happened: Happened::default(), hit: false, nested: 0 }
    }

    fn push(&mut self, event: &NodeEvent, what: What) {
        if self.nested > 0 {
            return;
        }
        let nanos = u64::try_from(event.time().as_nanos()).unwrap_or(u64::MAX);
        self.happened.events.push(Event { node: event.position() as u32, what, nanos });
        if !matches!(what, What::Run(_) | What::Why) && self.live.until == Some((self.step.agent, event.position())) {
            self.hit = true;
        }
    }
}

impl TreeObserver for Broadcast<'_> {
    fn enter(&mut self, _: Description) {
        self.nested += 1;
    }

    fn leave(&mut self) {
        self.nested -= 1;
    }

    fn start(&mut self, event: &NodeEvent) {
        self.push(event, What::Start);
    }

    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        if self.nested > 0 {
            return None;
        }
        self.live.mocks.get(&(self.step.agent, event.position())).copied()
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        self.push(event, What::Run(status));
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        if self.nested == 0 {
            self.happened.reasons.push(reason(why));
            self.push(event, What::Why);
        }
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        self.push(event, What::Finish(outcome));
    }
}

impl Drop for Broadcast<'_> {
    fn drop(&mut self) {
        let happened = std::mem::take(&mut self.happened);
        self.live.push(Step { events: happened.events.len(), ..self.step }, happened);
        if let Some(node) = self.live.until.take_if(|_| self.hit) {
            self.live.has_hit(node);
        }
    }
}
