//! `Broadcast`: the observer of one tick that is served.

use bt::{NodeEvent, Outcome, Status, TreeObserver};

use super::live::Live;
use crate::recording::{Event, Step, What};

/// The observer of one tick, abort or message, from a [`Live`]. When it is dropped, the viewers see the step.
#[derive(Debug)]
pub struct Broadcast<'l> {
    live: &'l mut Live,
    step: Step,
    events: Vec<Event>,
    /// Whether the node that the program runs to has started or ended.
    hit: bool,
}

impl<'l> Broadcast<'l> {
    pub(super) fn new(live: &'l mut Live, step: Step) -> Self {
        Broadcast { live, step, events: Vec::new(), hit: false }
    }

    fn push(&mut self, event: &NodeEvent, what: What) {
        let nanos = u64::try_from(event.time().as_nanos()).unwrap_or(u64::MAX);
        self.events.push(Event { node: event.position() as u32, what, nanos });
        if !matches!(what, What::Run(_)) && self.live.until == Some((self.step.agent, event.position())) {
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

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        self.push(event, What::Finish(outcome));
    }
}

impl Drop for Broadcast<'_> {
    fn drop(&mut self) {
        let events = std::mem::take(&mut self.events);
        self.live.push(Step { events: events.len(), ..self.step }, events);
        if let Some(node) = self.live.until.take_if(|_| self.hit) {
            self.live.has_hit(node);
        }
    }
}
