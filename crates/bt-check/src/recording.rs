//! `Recording`: what the trees do in a step, for a page.

use std::time::Duration;

use bt_view::{AgentKey, Recorder, StepRecorder};

/// Records a step of a counterexample.
pub(crate) struct Recording {
    pub recorder: Recorder,
    pub agents: Vec<AgentKey>,
}

impl Recording {
    pub fn tick(&mut self, agent: usize, span: Duration) -> StepRecorder<'_> {
        self.recorder.tick_for(self.agents[agent], span)
    }

    pub fn abort(&mut self, agent: usize) -> StepRecorder<'_> {
        self.recorder.abort(self.agents[agent])
    }
}
