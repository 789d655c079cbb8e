//! Records trees that run elsewhere: we know only their nodes and events.

use super::event::Sort;
use super::grown::Grown;
use super::model::{Agent, Before, Happened, Step};
use super::recorder::{AgentKey, Recorder};
use crate::outline::Outline;
use crate::state::State;

impl Recorder {
    /// Adds an agent whose tree runs elsewhere and is in this state.
    pub(crate) fn agent_elsewhere(&mut self, name: String, tree: Outline, state: State) -> AgentKey {
        self.ids.elsewhere(tree.nodes().len());
        self.kept.push(0);
        let trees = &mut self.recording.trees;
        trees.push(Grown::new(tree, Vec::new()));
        let before = Before { state, ..Before::default() };
        self.recording.agents.push(Agent { name, tree: trees.len() - 1, before });
        AgentKey(self.recording.agents.len() - 1)
    }

    /// Adds a step that happened elsewhere. Files cannot hold lost steps, so these become a reset, after which the
    /// active nodes start again.
    pub(crate) fn see(&mut self, step: Step, happened: Happened) {
        if step.sort == Sort::Lost {
            self.push_step(step.agent, Sort::Reset, step.span);
            return self.see(Step { sort: Sort::Tick, span: std::time::Duration::ZERO, ..step }, happened);
        }
        self.push_step(step.agent, step.sort, step.span);
        self.recording.reasons.extend(happened.reasons);
        happened.events.into_iter().for_each(|event| self.add(event));
    }

    /// Records a number of an agent after the last step.
    pub(crate) fn note(&mut self, AgentKey(agent): AgentKey, name: &str, value: f64) {
        self.recording.see_value(agent, name, value);
    }
}
