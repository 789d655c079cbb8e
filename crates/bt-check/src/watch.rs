//! `Watch`: what happens in the trees during a step.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::time::Duration;

use bt::observe::Why;
use bt::{NodeEvent, Outcome, Status, TreeObserver};

/// Something that has happened in a tree.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub agent: usize,
    pub position: usize,
    pub what: What,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Start,
    Run(Status),
    /// Only recorded for stories.
    Why(String),
    Finish(Outcome),
}

/// How much is observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Detail {
    Nothing,
    Events,
    Reasons,
}

/// Observes what happens in the trees during a step.
#[doc(hidden)]
pub struct Watch {
    detail: Cell<Detail>,
    events: RefCell<Vec<Event>>,
    /// The longest time that an agent was ticked for in this step.
    span: Cell<Duration>,
    /// No tree asks for a moment that was longer ago than this many nanoseconds.
    longest: u64,
    #[cfg(feature = "view")]
    pub(crate) recording: RefCell<Option<crate::recording::Recording>>,
    /// The number of the step among those from a state, and of the one that is recorded.
    #[cfg(feature = "view")]
    step: Cell<u32>,
    #[cfg(feature = "view")]
    recorded: Cell<Option<u32>>,
}

impl fmt::Debug for Watch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Watch").field("events", &self.events).finish_non_exhaustive()
    }
}

impl Watch {
    pub(crate) fn new(longest: u64) -> Self {
        Watch {
            detail: Cell::new(Detail::Nothing),
            events: RefCell::default(),
            span: Cell::default(),
            longest,
            #[cfg(feature = "view")]
            recording: RefCell::default(),
            #[cfg(feature = "view")]
            step: Cell::default(),
            #[cfg(feature = "view")]
            recorded: Cell::default(),
        }
    }

    /// Begins the step with this number, of those from a state.
    pub(crate) fn step(&self, _step: u32) {
        #[cfg(feature = "view")]
        self.step.set(_step);
    }

    /// Begins a tick, or a check of the world after a move, observed in this detail.
    pub(crate) fn begin(&self, detail: Detail) {
        self.detail.set(detail);
        self.span.set(Duration::ZERO);
        self.events.borrow_mut().clear();
    }

    /// Records the step with this number, of those from a state.
    #[cfg(feature = "view")]
    pub(crate) fn record(&self, step: u32) {
        self.recorded.set(Some(step));
    }

    #[cfg(feature = "view")]
    fn is_recorded(&self) -> bool {
        self.recorded.get() == Some(self.step.get())
    }

    pub(crate) fn events(&self) -> std::cell::Ref<'_, Vec<Event>> {
        self.events.borrow()
    }

    /// The longest time that an agent was ticked for.
    pub(crate) fn span(&self) -> Duration {
        self.span.get()
    }

    pub(crate) fn longest(&self) -> u64 {
        self.longest
    }

    /// Whether nothing is observed in this step.
    pub(crate) fn is_blind(&self) -> bool {
        self.detail.get() == Detail::Nothing
    }

    pub(crate) fn tick_unseen<R>(&self, span: Duration, tick: impl FnOnce() -> R) -> R {
        self.span.set(self.span.get().max(span));
        tick()
    }

    pub(crate) fn tick<R>(&self, agent: usize, span: Duration, tick: impl FnOnce(&mut dyn TreeObserver) -> R) -> R {
        self.span.set(self.span.get().max(span));
        let mut eye = Eye { watch: self, agent };
        #[cfg(feature = "view")]
        if self.is_recorded()
            && let Some(recording) = &mut *self.recording.borrow_mut()
        {
            return tick(&mut (&mut eye, &mut recording.tick(agent, span)));
        }
        tick(&mut eye)
    }

    pub(crate) fn abort(&self, agent: usize, abort: impl FnOnce(&mut dyn TreeObserver)) {
        let mut eye = Eye { watch: self, agent };
        #[cfg(feature = "view")]
        if self.is_recorded()
            && let Some(recording) = &mut *self.recording.borrow_mut()
        {
            return abort(&mut (&mut eye, &mut recording.abort(agent)));
        }
        abort(&mut eye);
    }
}

/// The observer of one agent.
struct Eye<'w> {
    watch: &'w Watch,
    agent: usize,
}

impl Eye<'_> {
    fn push(&self, event: &NodeEvent, what: What) {
        let event = Event { agent: self.agent, position: event.position(), what };
        self.watch.events.borrow_mut().push(event);
    }
}

impl TreeObserver for Eye<'_> {
    fn is_enabled(&self) -> bool {
        self.watch.detail.get() > Detail::Nothing
    }

    fn start(&mut self, event: &NodeEvent) {
        #[cfg(feature = "rand")]
        crate::draws::started(event);
        self.push(event, What::Start);
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        self.push(event, What::Run(status));
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        #[cfg(feature = "rand")]
        crate::draws::explained(event, &why);
        if self.watch.detail.get() == Detail::Reasons {
            self.push(event, What::Why(why.to_string()));
        }
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        self.push(event, What::Finish(outcome));
    }
}
