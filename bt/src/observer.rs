//! Who looks on, as users write it.

use core::time::Duration;

use crate::outline::Facts;
use crate::shape::Node;
use crate::status::{Outcome, Status};

/// Someone who is told what happens in a tree: with `tick_with`, `tick_for_with`, `abort_with` and `send_with`, which
/// every tree has beside `tick`, `tick_for`, `abort` and `send`.
///
/// Each activation of a node is one [`start`](Observer::start) and one [`finish`](Observer::finish). A node starts
/// before its children and finishes after them, aborts and errors included; a leaf is told of by a
/// [`run`](Observer::run) after each of its runs, too. What has started and has not finished is what `active()` gives
/// between two ticks.
///
/// ```
/// use bt::{Event, Observer, Outcome, Status, bt};
///
/// bt! { Flee(u32) = inverter < sequence < seen: condition(|wolves| *wolves > 0), running > > }
///
/// #[derive(Default)]
/// struct Journal(Vec<String>);
///
/// impl Observer for Journal {
///     fn start(&mut self, event: &Event) {
///         self.0.push(format!("start {}", event.node().title()));
///     }
///
///     fn run(&mut self, event: &Event, status: Status) {
///         self.0.push(format!("{}: {status:?}", event.node().title()));
///     }
///
///     fn finish(&mut self, event: &Event, outcome: Outcome) {
///         self.0.push(format!("finish {}: {outcome:?}", event.node().title()));
///     }
/// }
///
/// let (mut tree, mut journal) = (Flee::new(), Journal::default());
/// assert_eq!(tree.tick_with(&mut 0, &mut journal), Status::Success);
/// assert_eq!(
///     journal.0,
///     [
///         "start inverter",
///         "start sequence",
///         "start seen",
///         "seen: Failure",
///         "finish seen: Failure",
///         "finish sequence: Failure",
///         "finish inverter: Success",
///     ],
/// );
/// ```
///
/// - The leaf comes first, then its hook: its `start` is told before the hook `start` is called; its `run` and its
///   `finish` after the hooks.
/// - A `run` that returns an error is told of by the `finish` that follows it, which is [`Outcome::Aborted`].
/// - Of a leaf that is an enum it is told as of one leaf, also where its variant is a tree.
/// - A leaf that a message ends finishes at once; those above it react, and finish, in the next tick.
/// - After a panic in a hook, and after `reset`, what was active is so no more, and nothing is told of that.
///
/// Nobody pays who does not look: `tick` compiles to the same instructions as if there were no observers, and so does
/// `tick_with(context, &mut ())`. That goes for every observer that always [says](Observer::looks) that it does not look.
pub trait Observer {
    /// Whether it looks. It is asked once at the beginning of each tick, abort and send; if it does not, it is told
    /// nothing, and what is called is `tick`, `abort` or `send`.
    #[inline]
    fn looks(&self) -> bool {
        true
    }

    /// A node starts.
    fn start(&mut self, event: &Event) {
        let _ = event;
    }

    /// A leaf has run, and says this.
    fn run(&mut self, event: &Event, status: Status) {
        let _ = (event, status);
    }

    /// A node has finished.
    fn finish(&mut self, event: &Event, outcome: Outcome) {
        let _ = (event, outcome);
    }
}

/// Does nothing, and costs nothing.
impl Observer for () {
    #[inline]
    fn looks(&self) -> bool {
        false
    }
}

impl<O: Observer + ?Sized> Observer for &mut O {
    #[inline]
    fn looks(&self) -> bool {
        (**self).looks()
    }

    fn start(&mut self, event: &Event) {
        (**self).start(event);
    }

    fn run(&mut self, event: &Event, status: Status) {
        (**self).run(event, status);
    }

    fn finish(&mut self, event: &Event, outcome: Outcome) {
        (**self).finish(event, outcome);
    }
}

/// Looks if there is one.
impl<O: Observer> Observer for Option<O> {
    #[inline]
    fn looks(&self) -> bool {
        self.as_ref().is_some_and(O::looks)
    }

    fn start(&mut self, event: &Event) {
        if let Some(observer) = self {
            observer.start(event);
        }
    }

    fn run(&mut self, event: &Event, status: Status) {
        if let Some(observer) = self {
            observer.run(event, status);
        }
    }

    fn finish(&mut self, event: &Event, outcome: Outcome) {
        if let Some(observer) = self {
            observer.finish(event, outcome);
        }
    }
}

/// Where and when something happens in a tree.
#[derive(Clone, Copy)]
pub struct Event {
    facts: &'static Facts,
    position: usize,
    nanos: u64,
}

impl Event {
    pub(crate) const fn new(facts: &'static Facts, position: usize, nanos: u64) -> Self {
        Event { facts, position, nanos }
    }

    /// Where the node is: nodes are counted from 0, each before its children, with subtrees written out.
    pub const fn position(&self) -> usize {
        self.position
    }

    /// The description of the node. It is looked up in the text that describes the tree.
    pub fn node(&self) -> Node {
        self.facts.find(self.position).0
    }

    /// How much of the tick's time had passed: nothing in a tick without time, and outside ticks.
    ///
    /// A leaf that is running has used all of it. What runs again in a reactive node does so at the beginning, and each
    /// branch of a `parallel` has the whole time for itself; so within one tick, times can go back.
    pub const fn time(&self) -> Duration {
        Duration::from_nanos(self.nanos)
    }
}

impl core::fmt::Debug for Event {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let (title, time) = (self.node().title(), self.time());
        formatter.debug_struct("Event").field("node", &title).field("time", &time).finish()
    }
}
