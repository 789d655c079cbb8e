//! `Ring`: the last steps of all agents, and how much of them a viewer has read.

use std::sync::Arc;

use bt::describe::Description;

use crate::outline::Outline;
use crate::recording::codes::marks;
use crate::recording::{
    Agent, AgentKey, Before, Event, Grown, Happened, Recorder, Recording, Step, Value, What, World,
};

#[cfg(feature = "groot2")]
use crate::state::State;

/// The most events and steps that it keeps.
const MOST_EVENTS: usize = 100_000;
const MOST_STEPS: usize = 20_000;
/// A part ends with the step that makes it exceed this.
const PART: usize = 4000;

/// The source files of a tree's nodes: each with the first position of a run of nodes from that file.
pub type Files = Vec<(usize, &'static str)>;

/// The last steps of all agents.
#[derive(Debug, Default)]
pub struct Ring {
    recorder: Recorder,
    /// The source files of each tree.
    files: Vec<Files>,
    /// The descriptions of trees that run in this program.
    #[cfg(feature = "edit")]
    descriptions: Vec<Option<Description>>,
    /// The number of reasons so far.
    reasons: u64,
    /// The number of values so far.
    values: u64,
}

/// How much a viewer has read.
#[derive(Debug, Default)]
pub struct Cursor {
    /// The number of the next entry, of its first event, and of its first reason. `None` before the first part.
    next: Option<(u64, u64, u64)>,
    /// For each tree, the number of trees in its `dynamic` nodes that the viewer knows.
    trees: Vec<usize>,
    /// The number of the next step of each agent.
    steps: Vec<u64>,
    /// The number of steps before the last picture of the world that it received.
    world: Option<u64>,
    /// The number of the next value.
    value: u64,
}

/// What is new for a viewer.
#[derive(Debug, Default, PartialEq)]
pub struct Part {
    pub trees: Vec<Outline>,
    /// The files of the new trees.
    pub files: Vec<Files>,
    /// Trees whose `dynamic` nodes have held new trees.
    pub grown: Vec<(usize, Grown)>,
    /// New agents, each with the marks of its nodes.
    pub agents: Vec<(Agent, Vec<u8>)>,
    pub lost: Vec<Lost>,
    /// The number of the first step.
    pub first: u64,
    pub worlds: Vec<World>,
    pub steps: Vec<Step>,
    pub events: Vec<Event>,
    pub reasons: Vec<Arc<str>>,
    /// The names of all values.
    pub names: Vec<String>,
    pub values: Vec<Value>,
}

/// Steps of an agent that were dropped before a viewer read them.
#[derive(Debug, PartialEq)]
pub struct Lost {
    pub agent: usize,
    /// The number of the first dropped step.
    pub from: u64,
    /// The state of the agent after the last dropped step.
    pub after: Before,
    pub marks: Vec<u8>,
}

impl Ring {
    pub fn agent(&mut self, name: String, tree: Description) -> AgentKey {
        let agent = self.recorder.agent_with(name, tree);
        if self.files.len() < self.recorder.recording().trees.len() {
            let mut files: Files = tree.nodes().map(|node| (node.position, node.file)).collect();
            files.dedup_by_key(|(_, file)| *file);
            // The files of nodes in trees of `dynamic` nodes are not known.
            files.push((tree.nodes().len(), ""));
            self.files.push(files);
            #[cfg(feature = "edit")]
            self.descriptions.push(Some(tree));
        }
        agent
    }

    /// The tree of an agent.
    #[cfg(feature = "edit")]
    pub fn description(&self, agent: usize) -> Option<Description> {
        self.descriptions.get(self.recorder.recording().agents.get(agent)?.tree).copied().flatten()
    }

    /// Adds an agent with a tree that runs elsewhere.
    #[cfg(feature = "groot2")]
    pub fn agent_elsewhere(&mut self, name: String, tree: Outline, state: State) -> AgentKey {
        self.files.push(vec![(0, "")]);
        #[cfg(feature = "edit")]
        self.descriptions.push(None);
        self.recorder.agent_elsewhere(name, tree, state)
    }

    /// Records a number of an agent after the last step.
    #[cfg(feature = "groot2")]
    pub fn note(&mut self, agent: AgentKey, name: &str, value: f64) {
        self.count_values(|recorder| recorder.note(agent, name, value));
    }

    /// The name of an agent.
    pub fn name(&self, agent: usize) -> String {
        self.recorder.recording().agents[agent].name.clone()
    }

    /// The number of nodes of an agent's tree, if the agent exists.
    pub fn nodes(&self, agent: usize) -> Option<usize> {
        let recording = self.recorder.recording();
        recording.agents.get(agent).map(|agent| recording.trees[agent.tree].ids.len())
    }

    /// A node of a tree has held another tree.
    pub fn grow(&mut self, tree: usize, node: u32, held: Description) {
        self.recorder.recording_mut().trees[tree].grow(node, held.into());
    }

    /// Adds a step, and drops the oldest ones if there are too many.
    pub fn push(&mut self, step: Step, happened: Happened) {
        self.reasons += happened.reasons.len() as u64;
        let recording = self.recorder.recording_mut();
        recording.steps.push_back(step);
        recording.events.extend(happened.events);
        recording.reasons.extend(happened.reasons);
        while recording.events.len() > MOST_EVENTS || recording.steps.len() > MOST_STEPS {
            recording.drop_step();
        }
    }

    /// Records a number of the agent of the last step.
    pub fn see_value(&mut self, name: &str, value: f64) {
        self.count_values(|recorder| recorder.value(name, value));
    }

    fn count_values(&mut self, note: impl FnOnce(&mut Recorder)) {
        let before = self.recorder.recording().values.len();
        note(&mut self.recorder);
        self.values += (self.recorder.recording().values.len() - before) as u64;
    }

    pub fn see_world(&mut self, svg: String) {
        self.recorder.recording_mut().see_world(svg);
    }

    /// Whether a viewer has something left to read.
    pub fn has_more(&self, cursor: &Cursor) -> bool {
        let recording = self.recorder.recording();
        let end = recording.dropped.steps + recording.steps.len() as u64;
        let is_new = |world: &World| cursor.world.is_none_or(|last| world.after > last);
        cursor.next.is_none_or(|(step, ..)| step < end)
            || cursor.steps.len() < recording.agents.len()
            || recording.worlds.back().is_some_and(is_new)
            || cursor.value < self.values
    }

    /// A copy of what a viewer reads next.
    pub fn read(&self, cursor: &mut Cursor) -> Part {
        let recording = self.recorder.recording();
        let mut part = Part {
            trees: recording.trees[cursor.trees.len()..].iter().map(|tree| tree.outline.clone()).collect(),
            files: self.files[cursor.trees.len()..].to_vec(),
            grown: cursor.grown(&recording.trees),
            agents: recording.agents[cursor.steps.len()..]
                .iter()
                .map(|agent| (agent.clone(), marks_of(recording, agent, &agent.before)))
                .collect(),
            ..Part::default()
        };
        let first = recording.dropped.steps;
        let start = (first, recording.dropped.events, self.reasons - recording.reasons.len() as u64);
        let next = cursor.next.filter(|next| *next >= start);
        if cursor.next.is_some() && next.is_none() {
            part.lost = lost(recording, &mut cursor.steps);
        }
        cursor.steps.extend(part.agents.iter().map(|(agent, _)| agent.before.steps));
        let (step, event, reason) = next.unwrap_or(start);
        let (mut events, mut at) = (0, (step - start.0) as usize);
        while events < PART && part.steps.len() < PART && at < recording.steps.len() {
            let step = recording.steps[at];
            cursor.steps[step.agent] += step.count;
            part.steps.push(step);
            (events, at) = (events + step.events, at + 1);
        }
        let from = (event - start.1) as usize;
        let mut left = recording.events.range(from..from + events);
        for step in &part.steps {
            let tree = &recording.trees[recording.agents[step.agent].tree];
            let placed = |event: &Event| Event { node: tree.place(event.node), ..*event };
            part.events.extend(left.by_ref().take(step.events).map(placed));
        }
        let from = (reason - start.2) as usize;
        let reasons = part.events.iter().filter(|event| event.what == What::Why).count();
        part.reasons = recording.reasons.range(from..from + reasons).cloned().collect();
        let end = first + at as u64;
        let is_new = |world: &&World| world.after <= end && cursor.world.is_none_or(|last| world.after > last);
        part.worlds = recording.worlds.iter().filter(is_new).cloned().collect();
        cursor.world = part.worlds.last().map(|world| world.after).or(cursor.world);
        let values_before = self.values - recording.values.len() as u64;
        let from = cursor.value.saturating_sub(values_before) as usize;
        part.values = recording.values.range(from..).take_while(|value| value.after <= end).copied().collect();
        cursor.value = values_before + (from + part.values.len()) as u64;
        if !part.values.is_empty() {
            part.names.clone_from(&recording.names);
        }
        part.first = step;
        cursor.next = Some((end, event + events as u64, reason + reasons as u64));
        part
    }
}

/// The marks of the nodes of an agent's tree, by their positions.
fn marks_of(recording: &Recording, agent: &Agent, state: &Before) -> Vec<u8> {
    marks(&state.state, recording.trees[agent.tree].ids.iter().copied())
}

impl Cursor {
    /// The trees that have grown.
    fn grown(&mut self, trees: &[Grown]) -> Vec<(usize, Grown)> {
        self.trees.resize(trees.len(), 0);
        let known = self.trees.iter_mut().zip(trees).enumerate();
        let new = known.filter(|(_, (known, tree))| **known < tree.nested.len());
        new.map(|(number, (known, tree))| {
            *known = tree.nested.len();
            (number, tree.clone())
        })
        .collect()
    }
}

/// The agents whose steps a viewer has missed, given how many steps it knows.
fn lost(recording: &Recording, known: &mut [u64]) -> Vec<Lost> {
    let agents = known.iter_mut().zip(&recording.agents).enumerate();
    let missed = agents.filter(|(_, (known, agent))| **known < agent.before.steps);
    let lost = missed.map(|(number, (known, agent))| Lost {
        agent: number,
        from: std::mem::replace(known, agent.before.steps),
        after: agent.before.clone(),
        marks: marks_of(recording, agent, &agent.before),
    });
    lost.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::Sort;
    use std::time::Duration;

    bt::bt! { Stand(()) = running }

    fn push(ring: &mut Ring, events: usize) {
        let step = Step { agent: 0, sort: Sort::Tick, span: Duration::ZERO, events, count: 1 };
        let events = vec![Event { node: 0, what: What::Start, nanos: 0 }; events];
        ring.push(step, Happened { events, ..Happened::default() });
    }

    #[test]
    fn a_viewer_reads_each_step_once() {
        let (mut ring, mut cursor) = (Ring::default(), Cursor::default());
        assert!(ring.has_more(&cursor));
        assert_eq!(ring.read(&mut cursor), Part::default());
        ring.agent("stander".to_owned(), Description::of::<Stand>());
        assert!(ring.has_more(&cursor));
        let part = ring.read(&mut cursor);
        assert_eq!((part.trees.len(), part.agents.len(), part.steps.len()), (1, 1, 0));
        assert_eq!(part.files, [[(0, file!()), (1, "")]]);
        assert!(!ring.has_more(&cursor));
        for events in [2, 0, 1] {
            push(&mut ring, events);
        }
        let part = ring.read(&mut cursor);
        assert_eq!((part.agents.len(), part.steps.len(), part.events.len()), (0, 3, 3));
        assert!(!ring.has_more(&cursor) && ring.read(&mut cursor) == Part { first: 3, ..Part::default() });
    }

    #[test]
    fn reasons_come_with_their_events() {
        let (mut ring, mut cursor) = (Ring::default(), Cursor::default());
        ring.agent("stander".to_owned(), Description::of::<Stand>());
        let texts = |part: Part| part.reasons.iter().map(|text| text.to_string()).collect::<Vec<_>>();
        for number in 0..3 {
            let step = Step { agent: 0, sort: Sort::Tick, span: Duration::ZERO, events: PART, count: 1 };
            let mut events = vec![Event { node: 0, what: What::Start, nanos: 0 }; PART];
            events[number].what = What::Why;
            events[PART - 1].what = What::Why;
            let reasons = vec![format!("{number}, first").into(), format!("{number}, last").into()];
            ring.push(step, Happened { events, reasons });
        }
        for number in 0..3 {
            assert_eq!(texts(ring.read(&mut cursor)), [format!("{number}, first"), format!("{number}, last")]);
        }
        let late = ring.read(&mut Cursor::default());
        assert_eq!(texts(late), ["0, first", "0, last"]);
    }

    #[test]
    fn what_is_active_after_lost_steps_stays_so_when_they_are_dropped() {
        let mut ring = Ring::default();
        ring.agent("stander".to_owned(), Description::of::<Stand>());
        let lost = Step { agent: 0, sort: Sort::Lost, span: Duration::ZERO, events: 1, count: 7 };
        let start = Event { node: 0, what: What::Start, nanos: 0 };
        ring.push(lost, Happened { events: vec![start], ..Happened::default() });
        for _ in 0..MOST_STEPS {
            push(&mut ring, 0);
        }
        let before = ring.read(&mut Cursor::default()).agents[0].0.before.clone();
        assert_eq!((before.steps, before.state.is_active(0)), (7, true));
    }

    #[test]
    fn values_come_with_their_steps() {
        let (mut ring, mut cursor) = (Ring::default(), Cursor::default());
        ring.agent("stander".to_owned(), Description::of::<Stand>());
        ring.see_value("battery", 9.0);
        assert!(ring.read(&mut cursor).values.is_empty(), "it is of no step");
        let values = |part: Part| part.values.iter().map(|value| f64::from_bits(value.bits)).collect::<Vec<_>>();
        for number in 0..3 {
            push(&mut ring, PART);
            ring.see_value("battery", f64::from(number));
        }
        assert_eq!(values(ring.read(&mut cursor)), [0.0]);
        assert_eq!(values(ring.read(&mut cursor)), [1.0]);
        assert_eq!(values(ring.read(&mut cursor)), [2.0]);
        // A value that comes after its step was read.
        ring.see_value("heat", 5.0);
        assert!(ring.has_more(&cursor));
        let part = ring.read(&mut cursor);
        assert_eq!(part.names, ["battery", "heat"]);
        assert_eq!(values(part), [5.0]);
        assert!(!ring.has_more(&cursor));
    }

    #[test]
    fn a_large_part_is_cut() {
        let (mut ring, mut cursor) = (Ring::default(), Cursor::default());
        ring.agent("stander".to_owned(), Description::of::<Stand>());
        for _ in 0..10 {
            push(&mut ring, 1000);
        }
        let sizes: Vec<usize> = (0..4).map(|_| ring.read(&mut cursor).events.len()).collect();
        assert_eq!(sizes, [4000, 4000, 2000, 0]);
    }

    #[test]
    fn a_slow_viewer_is_told_what_it_lost() {
        let (mut ring, mut cursor) = (Ring::default(), Cursor::default());
        ring.agent("stander".to_owned(), Description::of::<Stand>());
        push(&mut ring, 1);
        assert_eq!(ring.read(&mut cursor).steps.len(), 1);
        for _ in 0..MOST_STEPS + 5 {
            push(&mut ring, 0);
        }
        let part = ring.read(&mut cursor);
        let lost = part.lost.first().expect("it was too slow");
        assert_eq!((lost.from, lost.after.steps, lost.after.state.is_active(0)), (1, 6, true));
        assert_eq!(part.steps.len(), PART);
        let rest: usize =
            std::iter::from_fn(|| ring.has_more(&cursor).then(|| ring.read(&mut cursor).steps.len())).sum();
        assert_eq!(rest, MOST_STEPS - PART);
        // A new viewer has missed nothing.
        let part = ring.read(&mut Cursor::default());
        assert!(part.lost.is_empty());
        assert_eq!(part.agents[0].0.before.steps, 6);
    }
}
