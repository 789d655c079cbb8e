//! `Recording`: what the trees do in a step, for a page.

use std::time::Duration;

use bt_view::{AgentKey, Recorder, Watching};

/// Records a step of a counterexample.
pub(crate) struct Recording {
    pub recorder: Recorder,
    pub agents: Vec<AgentKey>,
}

impl Recording {
    pub fn tick(&mut self, agent: usize, span: Duration) -> Watching<'_> {
        self.recorder.tick_for(self.agents[agent], span)
    }

    pub fn abort(&mut self, agent: usize) -> Watching<'_> {
        self.recorder.abort(self.agents[agent])
    }
}
