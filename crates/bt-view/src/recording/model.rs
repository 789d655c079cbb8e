//! `Recording`, and its parts.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use super::event::{Event, Sort, What};
use super::grown::Grown;
use crate::outline::Outline;
use crate::state::State;

/// The events in the trees of some agents, from a [`Recorder`](crate::Recorder) or a file.
///
/// It contains everything that an observer receives, including reasons: the answers of conditions, scores and keys, and
/// bound values. [`to_bytes`](Recording::to_bytes) describes the file. [`Recorder`](crate::Recorder) has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    pub(crate) trees: Vec<Grown>,
    pub(crate) agents: Vec<Agent>,
    pub(crate) steps: VecDeque<Step>,
    /// The events of all steps, in order.
    pub(crate) events: VecDeque<Event>,
    /// The texts of the events that are reasons, in order.
    pub(crate) reasons: VecDeque<Arc<str>>,
    pub(crate) worlds: VecDeque<World>,
    /// The names of values.
    pub(crate) names: Vec<String>,
    pub(crate) values: VecDeque<Value>,
    pub(crate) dropped: Dropped,
}

/// What a recording has dropped because of its limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dropped {
    /// How many steps (ticks, aborts, messages, resets) were dropped.
    pub steps: u64,
    /// How many events were dropped. They may include the first events of a step that remains.
    pub events: u64,
}

/// How the world looked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct World {
    /// The number of steps before it, dropped ones included.
    pub after: u64,
    pub svg: String,
}

/// A number that the program recorded after a step of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub agent: usize,
    /// The number of steps before it, dropped ones included.
    pub after: u64,
    /// The number of its name.
    pub name: usize,
    /// The bits of an `f64`.
    pub bits: u64,
}

/// An agent: its name and its tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Agent {
    pub name: String,
    /// The number of its tree.
    pub tree: usize,
    /// What remains of the dropped steps.
    pub before: Before,
}

/// The state of an agent before its first remaining step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Before {
    pub steps: u64,
    pub time: Duration,
    pub state: State,
}

/// A call of a tree, and what happened in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub agent: usize,
    pub sort: Sort,
    /// The time that the tick covered.
    pub span: Duration,
    /// The number of its events.
    pub events: usize,
    /// The number of steps that it stands for: 1, unless its sort is `Lost`.
    pub count: u64,
}

/// What happened in a step that is not in a recording yet.
#[cfg(feature = "feed")]
#[derive(Clone, Debug, Default)]
pub(crate) struct Happened {
    pub events: Vec<Event>,
    /// The texts of the events that are reasons, in order.
    pub reasons: Vec<Arc<str>>,
}

impl Before {
    fn see(&mut self, event: Event) {
        match event.what {
            What::Start => self.state.started(event.node as usize),
            What::Run(_) | What::Why => {}
            What::Finish(outcome) => self.state.finished(event.node as usize, outcome),
        }
    }
}

impl Recording {
    /// The names of the agents, in the order in which they were added.
    pub fn agents(&self) -> impl ExactSizeIterator<Item = &str> {
        self.agents.iter().map(|agent| agent.name.as_str())
    }

    /// The tree of the agent with this name; of the first one, if several have it. `None` if there is no such agent.
    /// Trees that `dynamic` nodes have held are below those nodes.
    pub fn tree(&self, agent: &str) -> Option<&Outline> {
        let agent = self.agents.iter().find(|candidate| candidate.name == agent)?;
        self.trees.get(agent.tree).map(|tree| &tree.outline)
    }

    /// The events of all steps, each with the position of its node instead of its id.
    pub(crate) fn placed_events(&self) -> impl Iterator<Item = Event> {
        let mut events = self.events.iter();
        let of_step = move |step: &Step| {
            let tree = &self.trees[self.agents[step.agent].tree];
            let placed = |event: &Event| Event { node: tree.place(event.node), ..*event };
            events.by_ref().take(step.events).map(placed).collect::<Vec<_>>()
        };
        self.steps.iter().flat_map(of_step)
    }

    /// The steps of the agent with this number, each with its events, whose nodes are positions.
    pub(crate) fn steps_of(&self, agent: usize) -> impl Iterator<Item = (&Step, Vec<Event>)> {
        let mut events = self.placed_events();
        let steps = self.steps.iter().map(move |step| (step, events.by_ref().take(step.events).collect()));
        steps.filter(move |(step, _)| step.agent == agent)
    }

    /// The number of steps that it holds: ticks, aborts, messages and resets.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// The number of events that it holds: starts, runs, ends and reasons of nodes.
    pub fn events(&self) -> usize {
        self.events.len()
    }

    /// What was dropped because of the limits of the recorder: see
    /// [`Recorder::last_ticks`](crate::Recorder::last_ticks).
    pub fn dropped(&self) -> Dropped {
        self.dropped
    }

    /// Records a picture of the world after the last step.
    pub(crate) fn see_world(&mut self, svg: String) {
        let after = self.dropped.steps + self.steps.len() as u64;
        match self.worlds.back_mut() {
            Some(last) if last.svg == svg => {}
            Some(last) if last.after == after => last.svg = svg,
            _ => self.worlds.push_back(World { after, svg }),
        }
    }

    /// Records a number of an agent after the last step.
    pub(crate) fn see_value(&mut self, agent: usize, name: &str, value: f64) {
        let after = self.dropped.steps + self.steps.len() as u64;
        let known = self.names.iter().position(|known| known == name);
        let name = known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        let value = Value { agent, after, name, bits: value.to_bits() };
        let mut same_step = self.values.iter_mut().rev().take_while(|noted| noted.after == after);
        match same_step.find(|noted| (noted.agent, noted.name) == (agent, name)) {
            Some(noted) => *noted = value,
            None => self.values.push_back(value),
        }
    }

    /// Drops the first event. If the first step has no events or clears the state, drops that step instead, and returns
    /// whose step it was.
    pub(crate) fn drop_first(&mut self) -> Option<usize> {
        let Step { agent, sort, events, .. } = *self.steps.front()?;
        match (sort.clears(), events) {
            (true, all) => self.forget_events(0, 0..all),
            (false, 0) => {}
            (false, _) => {
                self.forget_events(0, 0..1);
                return None;
            }
        }
        self.forget_step(0);
        while self.worlds.get(1).is_some_and(|next| next.after <= self.dropped.steps) {
            self.worlds.pop_front();
        }
        while self.values.front().is_some_and(|value| value.after <= self.dropped.steps) {
            self.values.pop_front();
        }
        Some(agent)
    }

    /// Drops the first step with all its events.
    pub(crate) fn drop_step(&mut self) {
        while !self.steps.is_empty() && self.drop_first().is_none() {}
    }

    /// Drops the first step of an agent with all its events.
    pub(crate) fn drop_step_of(&mut self, agent: usize) {
        match self.steps.iter().position(|step| step.agent == agent) {
            None => {}
            Some(0) => self.drop_step(),
            Some(index) => {
                let from = self.steps.range(..index).map(|step| step.events).sum::<usize>();
                self.forget_events(index, from..from + self.steps[index].events);
                self.forget_step(index);
                self.move_up(index as u64);
            }
        }
    }

    /// Drops the first events of a step: what they changed becomes part of the state in which its agent begins.
    fn forget_events(&mut self, step: usize, events: Range<usize>) {
        let is_reason = |event: &&Event| event.what == What::Why;
        let first = self.events.range(..events.start).filter(is_reason).count();
        let reasons = self.events.range(events.clone()).filter(is_reason).count();
        self.reasons.drain(first..first + reasons);
        let Step { agent, sort, events: left, .. } = &mut self.steps[step];
        *left -= events.len();
        self.dropped.events += events.len() as u64;
        let before = &mut self.agents[*agent].before;
        if sort.clears() {
            before.state.reset();
        }
        self.events.drain(events).for_each(|event| before.see(event));
    }

    /// Drops a step that has no events left.
    fn forget_step(&mut self, index: usize) {
        let Some(step) = self.steps.remove(index) else { return };
        let before = &mut self.agents[step.agent].before;
        before.time = before.time.saturating_add(step.span);
        before.steps += step.count;
        self.dropped.steps += 1;
    }

    /// The steps before a dropped one have moved up by one, and so has what was recorded after them.
    fn move_up(&mut self, steps: u64) {
        let forgotten = self.dropped.steps + steps;
        self.values.retain(|value| value.after != forgotten);
        self.values.iter_mut().take_while(|value| value.after < forgotten).for_each(|value| value.after += 1);
        self.worlds.iter_mut().take_while(|world| world.after < forgotten).for_each(|world| world.after += 1);
        // If two pictures follow the same step, the later one stays.
        let last = self.worlds.iter().take_while(|world| world.after <= forgotten).count();
        if last >= 2 && self.worlds[last - 2].after == forgotten {
            self.worlds.remove(last - 2);
        }
    }
}
