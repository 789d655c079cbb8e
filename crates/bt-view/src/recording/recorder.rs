//! `Recorder`, which records what happens in trees.

use std::collections::BTreeMap;
use std::time::Duration;

use bt::describe::Description;
use bt::observe::{Part, Why};
use bt::{IntoDuration, NodeEvent, Outcome, Span, Status, Tree, TreeObserver};

use super::event::{Event, Sort, What};
use super::grown::{Grown, Ids, Inside};
use super::model::{Agent, Before, Recording, Step};
use super::reason::Parts;
use crate::outline::Outline;

/// Records what happens in the trees of some agents, each with a name.
///
/// Its `tick`, `tick_for`, `abort` and `send` return the observers for a tree's `tick_with`, `tick_for_with`, and so
/// on.
///
/// ```
/// use std::time::Duration;
///
/// use bt_view::Recorder;
///
/// bt::bt! { Blink(u32) = forever < sequence < wait(0.5), action(|blinks| *blinks += 1) > > }
///
/// let mut recorder = Recorder::new();
/// let left = recorder.agent::<Blink>("left eye");
/// let (mut blink, mut blinks) = (Blink::new(), 0);
/// for _ in 0..10 {
///     let frame = Duration::from_millis(100);
///     blink.tick_for_with(frame, &mut blinks, &mut recorder.tick_for(left, frame));
/// }
/// let recording = recorder.into_recording();
/// assert_eq!(recording.agents().collect::<Vec<_>>(), ["left eye"]);
/// assert_eq!(recording.steps(), 10);
/// ```
///
/// A tree in a `dynamic` node is recorded below that node, from its first tick there on.
///
/// If the text of a tree is edited while it runs (with the crate `bt-live`), a new agent begins in the recording, for
/// the edited tree: `left eye, edit 1`.
///
/// It also records why nodes did what they did: the answers of conditions, scores and keys, and bound values. It stores
/// the [`Debug`] text of a value, at most 200 characters. With the feature `parts` of `bt`, the answer of a condition
/// includes its [parts](TreeObserver::part): `false (clue true, unseen 1.7 < 1.5 false)`.
///
/// It grows by 16 bytes per event, 48 per step, 32 per [`value`](Recorder::value), and by the texts of reasons and the
/// pictures of the [`world`](Recorder::world). [`last_ticks`](Recorder::last_ticks) and
/// [`at_most_events`](Recorder::at_most_events) set limits: then the oldest entries are dropped, and the recording
/// counts them.
///
/// # Panics
///
/// The methods that take an agent panic if it is from another recorder with more agents.
#[derive(Debug)]
pub struct Recorder {
    pub(super) recording: Recording,
    /// The node ids of `recording.trees`.
    pub(super) ids: Ids,
    /// The most steps of each agent, and the most events of all agents.
    steps: usize,
    events: usize,
    /// The number of steps of each agent.
    pub(super) kept: Vec<usize>,
    /// For each agent whose tree was edited while it ran: its current agent, and the number of edits.
    edited: BTreeMap<usize, (usize, u32)>,
}

/// An agent of a [`Recorder`], or of the live page: what its method `agent` returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentKey(pub(crate) usize);

/// The observer of one tick, abort or message, from a [`Recorder`]. Pass it to the `_with` method of the tree.
#[derive(Debug)]
pub struct StepRecorder<'r> {
    recorder: &'r mut Recorder,
    /// The number of the agent's tree.
    tree: usize,
    inside: Inside,
    parts: Parts,
    /// The agent that the program knows.
    agent: usize,
}

impl Default for Recorder {
    fn default() -> Self {
        Recorder::new()
    }
}

impl Recorder {
    /// A recorder without limits.
    pub fn new() -> Self {
        Recorder {
            recording: Recording::default(),
            ids: Ids::default(),
            steps: usize::MAX,
            events: usize::MAX,
            kept: Vec::new(),
            edited: BTreeMap::new(),
        }
    }

    /// Keeps at most this many of the last steps (ticks, aborts, messages, resets) of each agent. A rarely ticked agent
    /// keeps its last steps, however often others are ticked.
    ///
    /// ```
    /// use bt_view::Recorder;
    ///
    /// bt::bt! { Nod(u32) = action(|nods| *nods += 1) }
    ///
    /// let mut recorder = Recorder::new().last_ticks(60);
    /// let agent = recorder.agent::<Nod>("nodder");
    /// for _ in 0..1000 {
    ///     Nod::new().tick_with(&mut 0, &mut recorder.tick(agent));
    /// }
    /// let recording = recorder.recording();
    /// assert_eq!((recording.steps(), recording.dropped().steps), (60, 940));
    /// ```
    pub fn last_ticks(self, steps: usize) -> Self {
        Recorder { steps, ..self }
    }

    /// Keeps at most this many of the last events of all agents, which limits memory even if one tick has many events.
    /// Steps without events are not counted: [`last_ticks`](Self::last_ticks) limits those.
    pub fn at_most_events(self, events: usize) -> Self {
        Recorder { events, ..self }
    }

    /// Adds an agent with a tree of type `T`. Names need not be unique, but the page and [`Recording`] select agents by
    /// name.
    pub fn agent<T: Tree>(&mut self, name: impl Into<String>) -> AgentKey {
        self.agent_with(name, Description::of::<T>())
    }

    /// Adds an agent with a tree of this description, if the type of the tree cannot be named.
    pub fn agent_with(&mut self, name: impl Into<String>, tree: Description) -> AgentKey {
        let tree = self.tree(tree);
        self.kept.push(0);
        self.recording.agents.push(Agent { name: name.into(), tree, before: Before::default() });
        AgentKey(self.recording.agents.len() - 1)
    }

    /// The number of a tree.
    fn tree(&mut self, tree: Description) -> usize {
        let (description, tree) = (tree, self.ids.tree(tree));
        if tree == self.recording.trees.len() {
            self.recording.trees.push(Grown::new(Outline::from(description), Vec::new()));
        }
        tree
    }

    /// The observer for `tick_with` of an agent's tree.
    pub fn tick(&mut self, agent: AgentKey) -> StepRecorder<'_> {
        self.tick_for(agent, Duration::ZERO)
    }

    /// The observer for `tick_for_with` of an agent's tree. The span is a [`Duration`] or seconds as a float, as in
    /// [`TreeFor::tick_for_with`](bt::TreeFor::tick_for_with).
    ///
    /// ```
    /// use bt_view::Recorder;
    ///
    /// bt::bt! { Nap(()) = wait(0.5) }
    ///
    /// let mut recorder = Recorder::new();
    /// let cat = recorder.agent::<Nap>("cat");
    /// Nap::new().tick_for_with(0.25, &mut (), &mut recorder.tick_for(cat, 0.25));
    /// ```
    pub fn tick_for(&mut self, agent: AgentKey, time: impl IntoDuration) -> StepRecorder<'_> {
        self.step(agent, Sort::Tick, Span::of(time).left())
    }

    /// The observer for `abort_with` of an agent's tree.
    pub fn abort(&mut self, agent: AgentKey) -> StepRecorder<'_> {
        self.step(agent, Sort::Abort, Duration::ZERO)
    }

    /// The observer for `send_with` of an agent's tree.
    pub fn send(&mut self, agent: AgentKey) -> StepRecorder<'_> {
        self.step(agent, Sort::Send, Duration::ZERO)
    }

    /// Records that an agent's tree was reset (which calls no observer) or replaced by a new one.
    pub fn reset(&mut self, agent: AgentKey) {
        self.step(agent, Sort::Reset, Duration::ZERO);
    }

    /// Records an SVG picture of the world after the last step. The page shows it next to the tree, as an image, so
    /// scripts in it do not run.
    ///
    /// ```
    /// use bt_view::Recorder;
    ///
    /// bt::bt! { Walk(u32) = forever < sequence < wait(0.5), action(|x| *x += 10) > > }
    ///
    /// let mut recorder = Recorder::new();
    /// let (walker, mut walk, mut x) = (recorder.agent::<Walk>("walker"), Walk::new(), 0);
    /// for _ in 0..10 {
    ///     walk.tick_for_with(0.1, &mut x, &mut recorder.tick_for(walker, 0.1));
    ///     recorder.world(format!(
    ///         r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 10"><circle cx="{x}" cy="5" r="4"/></svg>"#
    ///     ));
    /// }
    /// ```
    pub fn world(&mut self, svg: impl Into<String>) {
        self.recording.see_world(svg.into());
    }

    /// Records a number after the last step, for the agent of that step. The page draws it below the agent's lanes, and
    /// can find when it was below or above a limit. A second number with the same name after the same step replaces the
    /// first.
    ///
    /// ```
    /// use bt_view::Recorder;
    ///
    /// bt::bt! { Drive(f64) = action(|battery| *battery -= 0.5) }
    ///
    /// let mut recorder = Recorder::new();
    /// let (car, mut drive, mut battery) = (recorder.agent::<Drive>("car"), Drive::new(), 100.0);
    /// for _ in 0..10 {
    ///     drive.tick_with(&mut battery, &mut recorder.tick(car));
    ///     recorder.value("battery", battery);
    /// }
    /// ```
    pub fn value(&mut self, name: &str, value: impl Into<f64>) {
        if let Some(step) = self.recording.steps.back() {
            self.recording.see_value(step.agent, name, value.into());
        }
    }

    /// The recording so far: to save it, for example, while it continues.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The recording so far, mutably: the limits do not apply.
    #[cfg(feature = "feed")]
    pub(crate) fn recording_mut(&mut self) -> &mut Recording {
        &mut self.recording
    }

    /// Ends the recording, and returns it.
    pub fn into_recording(self) -> Recording {
        self.recording
    }

    /// # Panics
    ///
    /// If the agent is from another recorder with more agents.
    fn step(&mut self, AgentKey(agent): AgentKey, sort: Sort, span: Duration) -> StepRecorder<'_> {
        assert!(agent < self.recording.agents.len(), "this agent belongs to another recorder");
        let now = self.edited.get(&agent).map_or(agent, |(now, _)| *now);
        self.push_step(now, sort, span);
        let tree = self.recording.agents[now].tree;
        StepRecorder { recorder: self, tree, inside: Inside::default(), parts: Parts::NONE, agent }
    }

    pub(super) fn push_step(&mut self, agent: usize, sort: Sort, span: Duration) {
        self.recording.steps.push_back(Step { agent, sort, span, events: 0, count: 1 });
        self.kept[agent] += 1;
        if self.kept[agent] > self.steps {
            self.recording.drop_step_of(agent);
            self.kept[agent] -= 1;
        }
    }

    /// Adds an event to the last step.
    pub(super) fn add(&mut self, event: Event) {
        let Recorder { recording, events, kept, .. } = self;
        let Some(step) = recording.steps.back_mut() else { return };
        step.events += 1;
        recording.events.push_back(event);
        while recording.events.len() > *events {
            if let Some(agent) = recording.drop_first() {
                kept[agent] -= 1;
            }
        }
    }
}

impl StepRecorder<'_> {
    /// The tree was edited while it ran. The step so far is the last one of the old tree.
    fn go_over(&mut self, tree: Description) {
        let recorder = &mut *self.recorder;
        let Some(&Step { agent: old, sort, span, .. }) = recorder.recording.steps.back() else { return };
        if recorder.recording.trees[self.tree].outline.nodes().is_empty() {
            // The type of a `LiveTree` does not say which tree it is: that is known from its first tick on.
            self.tree = recorder.tree(tree);
            recorder.recording.agents[old].tree = self.tree;
            return;
        }
        if let Some(last) = recorder.recording.steps.back_mut() {
            last.span = Duration::ZERO;
        }
        let edits = recorder.edited.get(&self.agent).map_or(1, |(_, edits)| edits + 1);
        let name = format!("{}, edit {edits}", recorder.recording.agents[self.agent].name);
        let AgentKey(now) = recorder.agent_with(name, tree);
        recorder.edited.insert(self.agent, (now, edits));
        recorder.push_step(old, Sort::Reset, Duration::ZERO);
        recorder.push_step(now, sort, span);
        self.tree = recorder.recording.agents[now].tree;
        self.inside.go_over(tree);
    }

    fn push(&mut self, event: &NodeEvent, what: What) {
        let nanos = u64::try_from(event.time().as_nanos()).unwrap_or(u64::MAX);
        let (before, node) = self.inside.ids(event.position(), what);
        before.into_iter().for_each(|node| self.recorder.add(Event { node, what: What::Start, nanos: 0 }));
        self.recorder.add(Event { node, what, nanos });
    }
}

impl TreeObserver for StepRecorder<'_> {
    fn begin(&mut self, tree: Description) {
        if !self.recorder.ids.is(self.tree, tree) {
            self.go_over(tree);
        }
    }

    fn enter(&mut self, holder: &NodeEvent, tree: Description) {
        let node = self.inside.id(holder.position());
        let (first, is_new) = self.recorder.ids.enter(self.tree, node, tree);
        if is_new {
            self.recorder.recording.trees[self.tree].grow(node, tree.into());
        }
        self.inside.enter(first);
    }

    fn leave(&mut self) {
        self.inside.leave();
    }

    fn start(&mut self, event: &NodeEvent) {
        self.push(event, What::Start);
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        self.push(event, What::Run(status));
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        let (recording, text) = (&mut self.recorder.recording, self.parts.reason(why));
        // A text needs an event to belong to, and without a step there is none.
        if !recording.steps.is_empty() {
            recording.reasons.push_back(text);
            self.push(event, What::Why);
        }
    }

    fn part(&mut self, _: &NodeEvent, part: Part<'_>) {
        self.parts.add(part);
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        self.push(event, What::Finish(outcome));
    }
}
