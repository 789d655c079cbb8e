//! Trees that run elsewhere: we know only their nodes and events.

use std::sync::Arc;

use super::live::{LivePage, Unseen};
use super::lock::lock;
use super::shared::Shared;
use crate::outline::Outline;
use crate::recording::{AgentKey, Happened, Step};
use crate::state::State;

impl LivePage {
    /// What it shares with its viewers.
    pub(crate) fn shared(&self) -> Arc<Shared> {
        Arc::clone(&self.shared)
    }

    /// Adds an agent whose tree runs elsewhere and is in this state.
    pub(crate) fn agent_elsewhere(&mut self, name: String, tree: Outline, state: State) -> AgentKey {
        self.agents.push(Unseen::default());
        self.trees.push(self.ids.elsewhere(tree.nodes().len()));
        let agent = lock(&self.shared.ring).agent_elsewhere(name, tree, state);
        self.shared.notify();
        agent
    }

    /// Adds a step that happened elsewhere.
    pub(crate) fn see(&mut self, step: Step, happened: Happened) {
        lock(&self.shared.ring).push(step, happened);
        self.shared.notify();
    }

    /// Records a number of an agent after the last step.
    pub(crate) fn note(&mut self, agent: AgentKey, name: &str, value: f64) {
        lock(&self.shared.ring).note(agent, name, value);
        self.shared.notify();
    }
}
