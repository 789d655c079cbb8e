//! `Broadcast`: the observer that sends one tick to viewers, and the methods of `LivePage` that return it.

use std::time::Duration;

use bt::describe::{Description, NodeInfo};
use bt::observe::{Part, Why};
use bt::{IntoDuration, NodeEvent, Outcome, Span, Status, TreeObserver};

use super::live::{LivePage, Pending, Unseen};
use crate::recording::{AgentKey, Event, Happened, Inside, Parts, Sort, Step, What, cut};

impl LivePage {
    /// The observer for `tick_with` of an agent's tree.
    #[inline]
    pub fn tick<I>(&mut self, agent: AgentKey, active: impl FnOnce() -> I) -> Option<Broadcast<'_>>
    where
        I: IntoIterator<Item = NodeInfo>,
    {
        self.tick_for(agent, Duration::ZERO, active)
    }

    /// The observer for `tick_for_with` of an agent's tree, for this span.
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

    /// The observer for `abort_with` of an agent's tree.
    pub fn abort<I>(&mut self, agent: AgentKey, active: impl FnOnce() -> I) -> Option<Broadcast<'_>>
    where
        I: IntoIterator<Item = NodeInfo>,
    {
        self.step(agent, Sort::Abort, Duration::ZERO, active)
    }

    /// The observer for `send_with` of an agent's tree.
    pub fn send<I>(&mut self, agent: AgentKey, active: impl FnOnce() -> I) -> Option<Broadcast<'_>>
    where
        I: IntoIterator<Item = NodeInfo>,
    {
        self.step(agent, Sort::Send, Duration::ZERO, active)
    }

    /// Reports that an agent's tree was reset (which calls no observer) or replaced by a new one.
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
        let (known, agent) = (agent, self.now(agent));
        if !self.shared.is_watched() {
            self.agents[agent].add(1, span);
            if self.agents[agent].was_active && matches!(sort, Sort::Abort | Sort::Reset) {
                self.ended_unseen(agent);
            }
            return None;
        }
        let unseen = std::mem::take(&mut self.agents[agent]);
        self.agents[agent].was_active = true;
        let gap = (unseen.count > 0).then(|| Gap::new(unseen, active()));
        Some(Broadcast::new(self, known, gap, Step { agent, sort, span, events: 0, count: 1 }))
    }
}

/// Steps without an observer before a step with one.
#[derive(Debug)]
struct Gap {
    unseen: Unseen,
    /// The nodes that are active after it. Nodes of trees in `dynamic` nodes follow once such a tree is entered,
    /// because its description is unknown before.
    active: Vec<NodeInfo>,
    /// The ids of the known ones.
    ids: Vec<u32>,
    /// The nodes in `active` that hold the trees around the current events; `None` if what they hold was not active.
    holders: Vec<Option<usize>>,
}

impl Gap {
    fn new(unseen: Unseen, active: impl IntoIterator<Item = NodeInfo>) -> Self {
        let active: Vec<NodeInfo> = active.into_iter().collect();
        let own = active.iter().filter(|node| node.nested == 0);
        let ids = own.map(|node| node.position as u32).collect();
        Gap { unseen, active, ids, holders: Vec::new() }
    }

    /// The node at a position holds a tree whose root has this id.
    fn enter(&mut self, position: usize, first: u32) {
        let depth = self.holders.len();
        let from = match self.holders.last() {
            None => Some(0),
            Some(outer) => outer.map(|outer| outer + 1),
        };
        let holder = from.and_then(|from| {
            let inside = self.active[from..].iter().take_while(|node| node.nested >= depth);
            let found = inside.enumerate().find(|(_, node)| node.nested == depth && node.position == position)?.0;
            Some(from + found)
        });
        if let Some(holder) = holder {
            let held = self.active[holder + 1..].iter().take_while(|node| node.nested > depth);
            let held = held.filter(|node| node.nested == depth + 1).map(|node| first + node.position as u32);
            let new: Vec<u32> = held.filter(|id| !self.ids.contains(id)).collect();
            self.ids.extend(new);
        }
        self.holders.push(holder);
    }

    /// The step that shows the gap.
    fn step(self, agent: usize) -> (Step, Happened) {
        let start = |node| Event { node, what: What::Start, nanos: 0 };
        self.unseen.lost(agent, self.ids.into_iter().map(start).collect())
    }
}

/// The observer of one tick, abort or message, from a [`LivePage`]. Viewers see the step when the observer is dropped.
#[derive(Debug)]
pub struct Broadcast<'l> {
    live: &'l mut LivePage,
    /// The agent that the program knows.
    agent: usize,
    /// The gap before the step.
    gap: Option<Gap>,
    step: Step,
    happened: Happened,
    /// Whether the node that viewers ran to has started or ended.
    hit: bool,
    inside: Inside,
    parts: Parts,
}

impl<'l> Broadcast<'l> {
    fn new(live: &'l mut LivePage, agent: usize, gap: Option<Gap>, step: Step) -> Self {
        let (mut happened, inside) = (Happened::default(), Inside::default());
        for note in live.notes.remove(&agent).unwrap_or_default() {
            happened.reasons.push(cut(&note));
            happened.events.push(Event { node: 0, what: What::Why, nanos: 0 });
        }
        Broadcast { live, agent, gap, step, happened, hit: false, inside, parts: Parts::NONE }
    }

    /// The tree was edited while it ran. The step so far is the last one of the old tree.
    fn go_over(&mut self, tree: Description) {
        if let Some(gap) = self.gap.take() {
            // Its nodes may be in either of the two trees. Active ones are reported below.
            let (step, happened) = Gap { ids: Vec::new(), ..gap }.step(self.step.agent);
            self.live.pending.push(Pending::Step(step, happened));
        }
        let happened = std::mem::take(&mut self.happened);
        let last = Step { events: happened.events.len(), span: Duration::ZERO, ..self.step };
        self.live.push(last, happened);
        self.live.push(Step { sort: Sort::Reset, span: Duration::ZERO, ..self.step }, Happened::default());
        self.step.agent = self.live.edited(self.agent, tree);
        self.live.agents[self.step.agent].was_active = true;
        self.inside.go_over(tree);
    }

    fn push(&mut self, event: &NodeEvent, what: What) {
        let nanos = u64::try_from(event.time().as_nanos()).unwrap_or(u64::MAX);
        let (before, node) = self.inside.ids(event.position(), what);
        self.happened.events.extend(before.into_iter().map(|node| Event { node, what: What::Start, nanos: 0 }));
        self.happened.events.push(Event { node, what, nanos });
        if !matches!(what, What::Run(_) | What::Why) && self.live.until == Some((self.step.agent, node as usize)) {
            self.hit = true;
        }
    }
}

impl TreeObserver for Broadcast<'_> {
    fn begin(&mut self, tree: Description) {
        if !self.live.ids.is(self.live.trees[self.step.agent], tree) {
            self.go_over(tree);
        }
    }

    fn enter(&mut self, holder: &NodeEvent, held: Description) {
        let (tree, node) = (self.live.trees[self.step.agent], self.inside.id(holder.position()));
        let (first, is_new) = self.live.ids.enter(tree, node, held);
        if is_new {
            self.live.pending.push(Pending::Grown { tree, node, held });
        }
        if let Some(gap) = &mut self.gap {
            gap.enter(holder.position(), first);
        }
        self.inside.enter(first);
    }

    fn leave(&mut self) {
        self.inside.leave();
        if let Some(gap) = &mut self.gap {
            gap.holders.pop();
        }
    }

    fn start(&mut self, event: &NodeEvent) {
        self.push(event, What::Start);
    }

    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        self.live.mocks.get(&(self.step.agent, self.inside.id(event.position()) as usize)).copied()
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        self.push(event, What::Run(status));
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        self.happened.reasons.push(self.parts.reason(why));
        self.push(event, What::Why);
    }

    fn part(&mut self, _: &NodeEvent, part: Part<'_>) {
        self.parts.add(part);
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        self.push(event, What::Finish(outcome));
    }
}

impl Drop for Broadcast<'_> {
    fn drop(&mut self) {
        if let Some(gap) = self.gap.take() {
            let (step, happened) = gap.step(self.step.agent);
            self.live.pending.push(Pending::Step(step, happened));
        }
        let happened = std::mem::take(&mut self.happened);
        self.live.push(Step { events: happened.events.len(), ..self.step }, happened);
        if let Some(node) = self.live.until.take_if(|_| self.hit) {
            self.live.has_hit(node);
        }
    }
}
