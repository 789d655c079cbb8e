//! Turns the rows of a file into a recording, and checks everything that their types do not.

use std::time::Duration;
use std::vec::IntoIter;

use bt::Outcome;
use bt::describe::NodeKind;

use super::error::ReadError;
use super::event::{Sort, What};
use super::file::{AgentRow, File, NestedRow, NodeRow, StepRow, ValueRow};
use super::grown::{Grown, Nested};
use super::model::{Agent, Before, Dropped, Recording, Step, Value, World};
use super::reason::MOST;
use crate::outline::{Node, Outline};
use crate::state::State;

/// The deepest nesting that is accepted.
const DEEPEST: usize = 1000;

impl Recording {
    pub(super) fn of(file: File, nested: Vec<NestedRow>) -> Result<Self, ReadError> {
        let dropped = Dropped { steps: file.dropped_steps, events: file.dropped_events };
        let trees = file.trees.into_iter().map(tree).collect::<Result<Vec<_>, _>>()?;
        let trees = grown(trees, nested)?;
        let agents = file.agents.into_iter().map(|row| agent(row, &trees)).collect::<Result<_, _>>()?;
        let worlds = file.worlds.into_iter().map(|row| World { after: row.after, svg: row.svg }).collect();
        let mut recording = Recording { trees, agents, dropped, worlds, names: file.names, ..Recording::default() };
        let (mut span, mut spans, mut times) = (0, file.spans.into_iter(), file.times.into_iter());
        for row in &file.steps {
            if row.head & 4 != 0 {
                span = spans.next().ok_or(ReadError::Damaged("it has fewer times than steps"))?;
            }
            recording.add(row, span, &mut times)?;
        }
        if spans.next().is_some() || times.next().is_some() {
            return Err(ReadError::Damaged("it has more times than steps or events"));
        }
        if file.texts.iter().any(|text| text.chars().count() > MOST) {
            return Err(ReadError::Damaged("a reason has more than 200 characters"));
        }
        if file.reasons.len() != recording.events.iter().filter(|event| event.what == What::Why).count() {
            return Err(ReadError::Damaged("the number of reasons does not match the number of events that need one"));
        }
        let texts: Vec<_> = file.texts.into_iter().map(Into::into).collect();
        let text = |number: &usize| texts.get(*number).cloned().ok_or(ReadError::Damaged("there is no such reason"));
        recording.reasons = file.reasons.iter().map(text).collect::<Result<_, _>>()?;
        recording.values = file.values.into_iter().map(|row| value(row, &recording)).collect::<Result<_, _>>()?;
        Ok(recording)
    }

    /// Adds a step with its events. `times` starts with the times of these events.
    fn add(&mut self, row: &StepRow, span: u64, times: &mut IntoIter<i64>) -> Result<(), ReadError> {
        let (agent, sort) = (row.head / 8, Sort::ALL[row.head % 4]);
        let tree = self.agents.get(agent).ok_or(ReadError::Damaged("there is no such agent"))?.tree;
        let events = row.events(self.trees[tree].ids.len(), times)?;
        self.steps.push_back(Step { agent, sort, span: Duration::from_nanos(span), events: events.len(), count: 1 });
        self.events.extend(events);
        Ok(())
    }
}

/// The trees, with the trees that their nodes have held.
fn grown(trees: Vec<Outline>, rows: Vec<NestedRow>) -> Result<Vec<Grown>, ReadError> {
    // The depth of each id.
    let depths = |tree: &Outline| tree.nodes().iter().map(|node| node.depth).collect();
    let mut depths: Vec<Vec<usize>> = trees.iter().map(depths).collect();
    let mut nested: Vec<Vec<Nested>> = trees.iter().map(|_| Vec::new()).collect();
    for NestedRow { tree: number, node, nodes } in rows {
        let known = depths.get_mut(number).ok_or(ReadError::Damaged("there is no such tree"))?;
        let depth = 1 + known.get(node as usize).ok_or(ReadError::Damaged("there is no such node"))?;
        let tree = tree(nodes)?;
        known.extend(tree.nodes().iter().map(|node| depth + node.depth));
        if tree.nodes().iter().any(|node| depth + node.depth > DEEPEST) {
            return Err(ReadError::Damaged("its nodes are nested more than 1000 deep"));
        }
        nested[number].push(Nested { node, tree });
    }
    Ok(trees.into_iter().zip(nested).map(|(tree, nested)| Grown::new(tree, nested)).collect())
}

fn tree(rows: Vec<NodeRow>) -> Result<Outline, ReadError> {
    let fits = |pair: &[NodeRow]| pair[1].depth >= 1 && pair[1].depth <= pair[0].depth + 1;
    if rows.first().is_none_or(|root| root.depth != 0) || !rows.windows(2).all(fits) {
        return Err(ReadError::Damaged("its nodes are not a tree"));
    }
    if rows.iter().any(|node| node.depth > DEEPEST) {
        return Err(ReadError::Damaged("its nodes are nested more than 1000 deep"));
    }
    let nodes = rows.into_iter().map(node).collect::<Result<Vec<_>, _>>()?;
    Ok(Outline::from_nodes(nodes))
}

fn node(row: NodeRow) -> Result<Node, ReadError> {
    let NodeRow { kind, depth, label, name, args, arm, line, column } = row;
    let kind = match kind {
        0 => NodeKind::Composite,
        1 => NodeKind::Decorator,
        2 => NodeKind::Leaf,
        _ => return Err(ReadError::Damaged("there is no such kind of node")),
    };
    Ok(Node { kind, label, name, args, arm, depth, line, column, parent: None, children: Vec::new() })
}

fn agent(row: AgentRow, trees: &[Grown]) -> Result<Agent, ReadError> {
    let AgentRow { name, tree, steps, nanos, marks } = row;
    let nodes = trees.get(tree).ok_or(ReadError::Damaged("there is no such tree"))?.ids.len();
    if marks.len() != nodes {
        return Err(ReadError::Damaged("it does not have a state for every node"));
    }
    let mut state = State::default();
    for (position, mark) in marks.into_iter().enumerate() {
        match mark >> 1 {
            0 => {}
            1 => state.finished(position, Outcome::Success),
            2 => state.finished(position, Outcome::Failure),
            3 => state.finished(position, Outcome::Aborted),
            _ => return Err(ReadError::Damaged("there is no such state of a node")),
        }
        if mark & 1 == 1 {
            state.started(position);
        }
    }
    Ok(Agent { name, tree, before: Before { steps, time: Duration::from_nanos(nanos), state } })
}

fn value(row: ValueRow, recording: &Recording) -> Result<Value, ReadError> {
    if row.agent >= recording.agents.len() || row.name >= recording.names.len() {
        return Err(ReadError::Damaged("a value has no agent or no name"));
    }
    Ok(Value { agent: row.agent, after: row.after, name: row.name, bits: row.value.to_bits() })
}
