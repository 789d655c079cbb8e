//! `Broadcast`: the observer of one tick that is served.

use bt::observe::Why;
use bt::{NodeEvent, Outcome, Status, TreeObserver};

use super::live::Live;
use crate::recording::{Event, Happened, Step, What, reason};

/// The observer of one tick, abort or message, from a [`Live`]. When it is dropped, the viewers see the step.
#[derive(Debug)]
pub struct Broadcast<'l> {
    live: &'l mut Live,
    step: Step,
    happened: Happened,
    /// Whether the node that the program runs to has started or ended.
    hit: bool,
}

impl<'l> Broadcast<'l> {
    pub(super) fn new(live: &'l mut Live, step: Step) -> Self {
        Broadcast { live, step, happened: Happened::default(), hit: false }
    }

    fn push(&mut self, event: &NodeEvent, what: What) {
        let nanos = u64::try_from(event.time().as_nanos()).unwrap_or(u64::MAX);
        self.happened.events.push(Event { node: event.position() as u32, what, nanos });
        if !matches!(what, What::Run(_) | What::Why) && self.live.until == Some((self.step.agent, event.position())) {
            self.hit = true;
        }
    }
}

impl TreeObserver for Broadcast<'_> {
    fn start(&mut self, event: &NodeEvent) {
        self.push(event, What::Start);
    }

    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        self.live.mocks.get(&(self.step.agent, event.position())).copied()
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        self.push(event, What::Run(status));
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        self.happened.reasons.push(reason(why));
        self.push(event, What::Why);
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        self.push(event, What::Finish(outcome));
    }
}

impl Drop for Broadcast<'_> {
    fn drop(&mut self) {
        let happened = std::mem::take(&mut self.happened);
        self.live.push(Step { events: happened.events.len(), ..self.step }, happened);
        if let Some(node) = self.live.until.take_if(|_| self.hit) {
            self.live.has_hit(node);
        }
    }
}
