//! Observers, which are called with what happens in a tree: [`TreeObserver`] and [`NodeEvent`]; [`Why`] it happens; and [`Mock`],
//! which answers in place of a leaf.

mod mock;
mod why;

use core::time::Duration;

use crate::describe::Description;
use crate::node_info::NodeInfo;
use crate::outline::facts::Facts;
use crate::status::{Outcome, Status};

pub use mock::Mock;
pub use why::Why;

/// Receives what happens in a tree: from `tick_with`, `tick_for_with`, `abort_with` and `send_with`, which
/// every tree has beside `tick`, `tick_for`, `abort` and `send`.
///
/// Each activation of a node is one [`start`](TreeObserver::start) and one [`finish`](TreeObserver::finish). A node starts
/// before its children and finishes after them, also when it is aborted or an error comes up. Each run of a leaf is a
/// [`run`](TreeObserver::run), too. [`why`](TreeObserver::why) tells by what nodes decide. Between two ticks, `active()` gives the
/// nodes that have started and not finished.
///
/// ```
/// use bt::{NodeEvent, TreeObserver, Outcome, Status, bt};
///
/// bt! { Flee(u32) = inverter < sequence < seen: condition(|wolves| *wolves > 0), running > > }
///
/// #[derive(Default)]
/// struct Journal(Vec<String>);
///
/// impl TreeObserver for Journal {
///     fn start(&mut self, event: &NodeEvent) {
///         self.0.push(format!("start {}", event.node().title()));
///     }
///
///     fn run(&mut self, event: &NodeEvent, status: Status) {
///         self.0.push(format!("{}: {status:?}", event.node().title()));
///     }
///
///     fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
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
/// - The observer's `start` is called before the hook `start` of a leaf; its `run` and `finish` are called after the hooks.
/// - A `run` that returns an error is not reported; the `finish` after it is, with [`Outcome::Aborted`]. So one sees an error in
///   the cleanup of a `finally`, too, which is lost if an abort or another error runs the cleanup.
/// - A leaf that is an enum is reported as one leaf, also if its variant is a tree.
/// - A leaf that a message ends finishes at once. Its parents react, and finish, in the next tick.
/// - After a panic in a hook, and after `reset`, no node is active any more. Nothing is reported of that.
///
/// A tick without an observer costs nothing more: `tick` compiles to the same instructions as if there were no observers,
/// and so does `tick_with(context, &mut ())`, or one with any observer that is never [enabled](TreeObserver::is_enabled).
pub trait TreeObserver {
    /// Whether it wants events. Asked once at the beginning of each tick, abort and send. If not, no event is reported, and
    /// `tick`, `abort` or `send` is called instead.
    #[inline]
    fn is_enabled(&self) -> bool {
        true
    }

    /// A node starts.
    fn start(&mut self, event: &NodeEvent) {
        let _ = event;
    }

    /// What a leaf answers in place of its own `run`, which is not called then; `None` to let it run. Asked before each run of
    /// a leaf, so that a test can inject a fault: see [`Mock`].
    ///
    /// The hooks `start` and `finish` are called as ever. [`Running`](Status::Running) of a leaf that by its type cannot be
    /// running, such as a condition, is ignored, and the leaf runs. So is [`Success`](Status::Success) of a leaf whose value
    /// the tree binds: only its `run` gives that value.
    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        let _ = event;
        None
    }

    /// A leaf has run, and returned this status.
    fn run(&mut self, event: &NodeEvent, status: Status) {
        let _ = (event, status);
    }

    /// Why a node does what it does: what its condition answered, the scores of its children, a draw, a value, a key; and what
    /// it binds.
    ///
    /// It comes after the start of the node, and before what follows from it. What a node binds comes after its finish.
    ///
    /// ```
    /// use bt::observe::Why;
    /// use bt::{NodeEvent, TreeObserver, bt};
    ///
    /// bt! {
    ///     Wolf(u32) = selector <
    ///         scared: guard(|sheep| *sheep > 9) < running >,
    ///         sequence < count: action(|sheep| Some(*sheep)) -> flock: u32, condition(|_| flock > 1), running >,
    ///     >
    /// }
    ///
    /// #[derive(Default)]
    /// struct Reasons(Vec<String>);
    ///
    /// impl TreeObserver for Reasons {
    ///     fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
    ///         self.0.push(format!("{}: {why}", event.node().title()));
    ///     }
    /// }
    ///
    /// let mut reasons = Reasons::default();
    /// Wolf::new().tick_with(&mut 3, &mut reasons);
    /// assert_eq!(reasons.0, ["scared: false", "count: flock = 3", "condition: true"]);
    /// ```
    ///
    /// It is not called for a condition that is mocked, since that is not asked. A tree that is a variant of an enum of leaves
    /// tells no reasons.
    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        let _ = (event, why);
    }

    /// A node has finished.
    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        let _ = (event, outcome);
    }
}

/// No observer: it does nothing and costs nothing.
impl TreeObserver for () {
    #[inline]
    fn is_enabled(&self) -> bool {
        false
    }
}

impl<O: TreeObserver + ?Sized> TreeObserver for &mut O {
    #[inline]
    fn is_enabled(&self) -> bool {
        (**self).is_enabled()
    }

    fn start(&mut self, event: &NodeEvent) {
        (**self).start(event);
    }

    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        (**self).mock(event)
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        (**self).run(event, status);
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        (**self).why(event, why);
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        (**self).finish(event, outcome);
    }
}

/// Enabled if it is `Some` of an enabled observer.
impl<O: TreeObserver> TreeObserver for Option<O> {
    #[inline]
    fn is_enabled(&self) -> bool {
        self.as_ref().is_some_and(O::is_enabled)
    }

    fn start(&mut self, event: &NodeEvent) {
        if let Some(observer) = self {
            observer.start(event);
        }
    }

    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        self.as_mut()?.mock(event)
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        if let Some(observer) = self {
            observer.run(event, status);
        }
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        if let Some(observer) = self {
            observer.why(event, why);
        }
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        if let Some(observer) = self {
            observer.finish(event, outcome);
        }
    }
}

/// The node and the time of something that happens in a tree.
///
/// ```
/// use std::time::Duration;
///
/// use bt::{NodeEvent, Outcome, TreeObserver, bt};
///
/// bt! { Nap(()) = sequence < fall_asleep: wait(0.5), dream: wait(2.0) > }
///
/// /// The node that has ended last, and when.
/// struct Last(Option<NodeEvent>);
///
/// impl TreeObserver for Last {
///     fn finish(&mut self, event: &NodeEvent, _: Outcome) {
///         self.0 = Some(*event);
///     }
/// }
///
/// let mut last = Last(None);
/// Nap::new().tick_for_with(1.0, &mut (), &mut last);
/// let event = last.0.expect("a node has ended");
/// assert_eq!((event.position(), event.node().title()), (1, "fall_asleep"));
/// assert_eq!(event.time(), Duration::from_millis(500));
/// ```
#[derive(Clone, Copy)]
pub struct NodeEvent {
    facts: &'static Facts,
    position: usize,
    nanos: u64,
}

impl NodeEvent {
    pub(crate) const fn new(facts: &'static Facts, position: usize, nanos: u64) -> Self {
        NodeEvent { facts, position, nanos }
    }

    /// The position of the node in the whole tree: nodes are counted from 0, each before its children, and those of
    /// subtrees are counted in.
    pub const fn position(&self) -> usize {
        self.position
    }

    /// The description of the node. It is read from a text that describes the tree, which takes longer than
    /// [`position`](NodeEvent::position).
    pub fn node(&self) -> NodeInfo {
        self.facts.find(self.position).0
    }

    /// The description of the whole tree.
    pub const fn tree(&self) -> Description {
        Description::new(self.facts)
    }

    /// How much of the tick's span had passed: zero in a tick without time, and outside of ticks.
    ///
    /// A leaf that is running has used the whole span. Reactive nodes run their children again at the beginning of the span,
    /// and each branch of a `parallel` has the whole span for itself. So within one tick, times can go back.
    pub const fn time(&self) -> Duration {
        Duration::from_nanos(self.nanos)
    }
}

impl core::fmt::Debug for NodeEvent {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let (title, time) = (self.node().title(), self.time());
        formatter.debug_struct("NodeEvent").field("node", &title).field("time", &time).finish()
    }
}
