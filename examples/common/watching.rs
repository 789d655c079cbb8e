//! `Watching`: the observer of a tick of an example.

use bt::describe::Description;
use bt::observe::{Part, Why};
use bt::{NodeEvent, Outcome, Status, TreeObserver};
use bt_view::serve::Broadcast;

/// The observer of a tick.
pub enum Watching<'r> {
    Nobody,
    Recorded(bt_view::StepRecorder<'r>),
    Served(Option<Broadcast<'r>>),
}

impl Watching<'_> {
    fn observer(&mut self) -> Option<&mut dyn TreeObserver> {
        match self {
            Watching::Nobody => None,
            Watching::Recorded(watching) => Some(watching),
            Watching::Served(broadcast) => broadcast.as_mut().map(|broadcast| broadcast as _),
        }
    }
}

impl TreeObserver for Watching<'_> {
    fn is_enabled(&self) -> bool {
        !matches!(self, Watching::Nobody | Watching::Served(None))
    }

    fn begin(&mut self, tree: Description) {
        self.observer().begin(tree);
    }

    fn enter(&mut self, holder: &NodeEvent, tree: Description) {
        self.observer().enter(holder, tree);
    }

    fn leave(&mut self) {
        self.observer().leave();
    }

    fn start(&mut self, event: &NodeEvent) {
        self.observer().start(event);
    }

    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        self.observer().mock(event)
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        self.observer().run(event, status);
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        self.observer().why(event, why);
    }

    fn part(&mut self, event: &NodeEvent, part: Part<'_>) {
        self.observer().part(event, part);
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        self.observer().finish(event, outcome);
    }
}
