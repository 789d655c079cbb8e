//! The data of the page: rows of JSON, which `recording.js` reads.

use serde::Serialize;

use crate::outline::{Node, Outline};
use crate::recording::codes::{distinct, kind_code, marks, nanos};
use crate::recording::{Agent, Event, Recording, Sort, Step, Value, What, World};

/// Kind, depth, label, name, arguments, pattern of an arm, line, column.
pub type NodeRow<'r> = (u8, usize, Option<&'r str>, &'r str, &'r str, &'r str, usize, usize);

/// Name, tree, number of dropped steps, their nanoseconds, and a mark for each node.
type AgentRow<'r> = (&'r str, usize, u64, u64, Vec<u8>);

/// A tree in a `dynamic` node is new: the number of the surrounding tree, all its nodes, and their positions by id.
#[cfg(feature = "feed")]
pub type Grows<'r> = (usize, Vec<NodeRow<'r>>, &'r [u32]);

/// All of a recording.
#[derive(Serialize)]
pub struct Whole<'r> {
    dropped: (u64, u64),
    trees: Vec<Vec<NodeRow<'r>>>,
    agents: Vec<AgentRow<'r>>,
    #[serde(flatten)]
    happened: Rows<'r>,
}

/// What happened.
#[derive(Serialize)]
pub struct Rows<'r> {
    /// The number of the first step.
    pub first: u64,
    /// Four numbers for each step: agent, sort, nanoseconds, events. For lost steps there is a fifth: how many.
    pub steps: Vec<u64>,
    /// Three numbers for each event: node, what happened, nanoseconds. For a reason, the code of what happened is
    /// increased by the number of its text.
    pub events: Vec<u64>,
    pub reasons: Vec<&'r str>,
    /// The number of steps before it, and SVG.
    pub worlds: Vec<(u64, &'r str)>,
    /// The names of values.
    pub names: &'r [String],
    /// Agent, number of steps before it, number of its name, and the value, unless it is infinite or NaN.
    pub values: Vec<(usize, u64, usize, f64)>,
}

impl<'r> Whole<'r> {
    pub fn of(recording: &'r Recording) -> Self {
        let marks = |agent: &Agent| marks(&agent.before.state, recording.trees[agent.tree].ids.iter().copied());
        Whole {
            dropped: (recording.dropped.steps, recording.dropped.events),
            trees: recording.trees.iter().map(|grown| tree(&grown.outline)).collect(),
            agents: recording.agents.iter().map(|agent| row(agent, marks(agent))).collect(),
            happened: Rows::of(
                recording.dropped.steps,
                recording.steps.iter(),
                recording.placed_events(),
                recording.reasons.iter().map(|text| &**text),
            )
            .with(&recording.worlds, &recording.names, &recording.values),
        }
    }
}

impl<'r> Rows<'r> {
    pub fn of<'s>(
        first: u64,
        steps: impl Iterator<Item = &'s Step>,
        events: impl Iterator<Item = Event>,
        reasons: impl Iterator<Item = &'r str>,
    ) -> Self {
        let (texts, numbers) = distinct(reasons);
        let mut numbers = numbers.into_iter();
        let of_step = |step: &Step| {
            let numbers = [step.agent as u64, step.sort.code().into(), nanos(step.span), step.events as u64];
            numbers.into_iter().chain((step.sort == Sort::Lost).then_some(step.count))
        };
        let of_event = |event: Event| {
            let reason = if event.what == What::Why { numbers.next() } else { None };
            [u64::from(event.node), u64::from(event.what.code()) + reason.unwrap_or(0) as u64, event.nanos]
        };
        let (steps, events) = (steps.flat_map(of_step).collect(), events.flat_map(of_event).collect());
        Rows { first, steps, events, reasons: texts, worlds: Vec::new(), names: &[], values: Vec::new() }
    }

    pub fn with(
        self,
        worlds: impl IntoIterator<Item = &'r World>,
        names: &'r [String],
        values: impl IntoIterator<Item = &'r Value>,
    ) -> Self {
        let value = |value: &Value| (value.agent, value.after, value.name, f64::from_bits(value.bits));
        Rows {
            worlds: worlds.into_iter().map(|world| (world.after, world.svg.as_str())).collect(),
            names,
            values: values.into_iter().map(value).collect(),
            ..self
        }
    }
}

pub fn tree(tree: &Outline) -> Vec<NodeRow<'_>> {
    tree.nodes().iter().map(node).collect()
}

fn node(node: &Node) -> NodeRow<'_> {
    let Node { label, name, args, arm, depth, line, column, .. } = node;
    (kind_code(node.kind), *depth, label.as_deref(), name, args, arm, *line, *column)
}

pub fn row(agent: &Agent, marks: Vec<u8>) -> AgentRow<'_> {
    let before = &agent.before;
    (&agent.name, agent.tree, before.steps, nanos(before.time), marks)
}
