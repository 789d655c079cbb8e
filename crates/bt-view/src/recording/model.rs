//! `Recording`, and what it is made of.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use bt::{Outcome, Status};

use crate::outline::Outline;
use crate::state::State;

/// What happened in the trees of some agents. A [`Recorder`] makes it, or it is read from a file.
///
/// It has all that an observer is told, also why a node did what it did: what conditions, scores and keys answered, and what nodes
/// bind. [`to_bytes`](Recording::to_bytes) describes the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    pub(crate) trees: Vec<Outline>,
    pub(crate) agents: Vec<Agent>,
    pub(crate) steps: VecDeque<Step>,
    /// The events of all steps, in order.
    pub(crate) events: VecDeque<Event>,
    /// The texts of those events that are reasons, in order.
    pub(crate) reasons: VecDeque<Arc<str>>,
    pub(crate) worlds: VecDeque<World>,
    pub(crate) dropped: Dropped,
}

/// What a recording does not have any more, since it was bounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dropped {
    /// How many steps (ticks, aborts, messages, resets) are gone.
    pub steps: u64,
    /// How many events are gone. They may be the first ones of a step that is there.
    pub events: u64,
}

/// How the world looked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct World {
    /// After how many steps, with those that were dropped.
    pub after: u64,
    pub svg: String,
}

/// Somebody who has a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Agent {
    pub name: String,
    /// The number of its tree.
    pub tree: usize,
    /// What is left of the steps that were dropped.
    pub before: Before,
}

/// Where an agent was before its first step that is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Before {
    pub steps: u64,
    pub time: Duration,
    pub state: State,
}

/// A call of a tree, with what happened in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub agent: usize,
    pub sort: Sort,
    /// The time that the tick covered.
    pub span: Duration,
    /// How many events it has.
    pub events: usize,
    /// How many steps it stands for: 1, unless it is of the sort `Lost`.
    pub count: u64,
}

/// Which method of the tree was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Tick,
    Abort,
    Send,
    Reset,
    /// Steps that nobody saw. Its events are starts: what is active after them. No recording in a file has it.
    Lost,
}

/// Something that happened to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    pub node: u32,
    pub what: What,
    /// How much of the tick's span had passed, in nanoseconds.
    pub nanos: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Start,
    Run(Status),
    Finish(Outcome),
    /// It was told something. The recording has the text.
    Why,
}

/// What happened in a step that is not yet in a recording.
#[cfg(feature = "serve")]
#[derive(Clone, Debug, Default)]
pub(crate) struct Happened {
    pub events: Vec<Event>,
    /// The texts of those events that are reasons, in order.
    pub reasons: Vec<Arc<str>>,
}

impl Sort {
    /// By their codes in files and in the page.
    pub const ALL: [Sort; 5] = [Sort::Tick, Sort::Abort, Sort::Send, Sort::Reset, Sort::Lost];

    pub fn code(self) -> u8 {
        match self {
            Sort::Tick => 0,
            Sort::Abort => 1,
            Sort::Send => 2,
            Sort::Reset => 3,
            Sort::Lost => 4,
        }
    }

    /// Whether nothing is active any more when it begins.
    pub fn clears(self) -> bool {
        matches!(self, Sort::Reset | Sort::Lost)
    }
}

impl What {
    /// By their codes in files and in the page.
    pub const ALL: [What; 8] = [
        What::Start,
        What::Run(Status::Success),
        What::Run(Status::Failure),
        What::Run(Status::Running),
        What::Finish(Outcome::Success),
        What::Finish(Outcome::Failure),
        What::Finish(Outcome::Aborted),
        What::Why,
    ];

    pub fn code(self) -> u8 {
        match self {
            What::Start => 0,
            What::Run(Status::Success) => 1,
            What::Run(Status::Failure) => 2,
            What::Run(Status::Running) => 3,
            What::Finish(Outcome::Success) => 4,
            What::Finish(Outcome::Failure) => 5,
            What::Finish(Outcome::Aborted) => 6,
            What::Why => 7,
        }
    }
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
    /// The names of the agents.
    pub fn agents(&self) -> impl ExactSizeIterator<Item = &str> {
        self.agents.iter().map(|agent| agent.name.as_str())
    }

    /// The tree of an agent, if there is one of this name.
    pub fn tree(&self, agent: &str) -> Option<&Outline> {
        let agent = self.agents.iter().find(|candidate| candidate.name == agent)?;
        self.trees.get(agent.tree)
    }

    /// How many steps it holds: ticks, aborts, messages and resets.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// How many events it holds.
    pub fn events(&self) -> usize {
        self.events.len()
    }

    /// What was dropped before its first step.
    pub fn dropped(&self) -> Dropped {
        self.dropped
    }

    /// Notes how the world looks after the last step.
    pub(crate) fn see_world(&mut self, svg: String) {
        let after = self.dropped.steps + self.steps.len() as u64;
        match self.worlds.back_mut() {
            Some(last) if last.svg == svg => {}
            Some(last) if last.after == after => last.svg = svg,
            _ => self.worlds.push_back(World { after, svg }),
        }
    }

    /// Drops the first event; or if its first step has none, that step.
    pub(crate) fn drop_first(&mut self) {
        let Some(step) = self.steps.front_mut() else { return };
        let before = &mut self.agents[step.agent].before;
        if step.events > 0 {
            step.events -= 1;
            self.dropped.events += 1;
            let event = self.events.pop_front().expect("a step counts its events");
            before.see(event);
            if event.what == What::Why {
                self.reasons.pop_front();
            }
            return;
        }
        before.time = before.time.saturating_add(step.span);
        before.steps += step.count;
        if step.sort.clears() {
            before.state.reset();
        }
        self.dropped.steps += 1;
        self.steps.pop_front();
        while self.worlds.get(1).is_some_and(|next| next.after <= self.dropped.steps) {
            self.worlds.pop_front();
        }
    }

    /// Drops the first step with all its events.
    pub(crate) fn drop_step(&mut self) {
        let steps = self.steps.len();
        while self.steps.len() == steps && steps > 0 {
            self.drop_first();
        }
    }
}
