//! Observers of the events in a tree: [`TreeObserver`] and [`NodeEvent`]; their reasons, [`Why`] and [`Part`]; and
//! [`Mock`], which answers instead of a leaf or a subtree.

mod mock;
mod named;
mod part;
mod why;

use core::any::Any;
use core::time::Duration;

use crate::describe::Description;
use crate::node_info::NodeInfo;
use crate::outline::facts::Facts;
use crate::status::{Outcome, Status};

pub use mock::Mock;
pub use part::{Part, Side};
pub use why::Why;

/// Receives the events of a tree: from `tick_with`, `tick_for_with`, `abort_with` and `send_with`, which every tree has
/// in addition to `tick`, `tick_for`, `abort` and `send`.
///
/// Each activation of a node is one [`start`](TreeObserver::start) and one [`finish`](TreeObserver::finish). A node
/// starts before its children and finishes after them, even if it is aborted or an error occurs. Each run of a leaf
/// is also a [`run`](TreeObserver::run). [`why`](TreeObserver::why) reports the reasons for which nodes decide.
/// Between two ticks, `active()` lists the nodes that have started and not finished.
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
/// - The observer's `start` is called before the hook `start` of a leaf; its `run` and `finish` are called after the
///   hooks.
/// - A `run` that returns an error is not reported; the `finish` after it is, with [`Outcome::Aborted`]. `tick` returns
///   the error.
/// - If an abort or another error runs the cleanup of a `finally`, an error in that cleanup is lost. The observer gets
///   it as [`Why::Lost`], before the `finish` of the `finally`.
/// - An enum of leaves is reported as one leaf, even if its variant is a tree.
/// - A leaf that a message ends finishes at once. Its parents react, and finish, in the next tick.
/// - After a panic in a hook, and after `reset`, no node is active any more. No event reports that.
///
/// A tick without an observer costs nothing: `tick` compiles to the same instructions as if there were no observers,
/// and so does `tick_with(context, &mut ())`, or one with any observer that is never
/// [enabled](TreeObserver::is_enabled).
pub trait TreeObserver {
    /// Whether it wants events. Checked once at the beginning of each tick, abort and send. If not, no event is
    /// reported, and `tick`, `abort` or `send` is called instead.
    #[inline]
    fn is_enabled(&self) -> bool {
        true
    }

    /// A tick, an abort or a message begins, in this tree.
    fn begin(&mut self, tree: Description) {
        let _ = tree;
    }

    /// A tree that is known only at run time, in a [`dynamic`](crate::nodes::dynamic) node: until the matching
    /// [`leave`](TreeObserver::leave), all events are those of its nodes, with positions in `tree`. `holder` has the
    /// node that holds it, and the time. Such trees may contain others.
    fn enter(&mut self, holder: &NodeEvent, tree: Description) {
        let _ = (holder, tree);
    }

    /// The events are those of the tree around it again.
    fn leave(&mut self) {}

    /// A node starts.
    fn start(&mut self, event: &NodeEvent) {
        let _ = event;
    }

    /// The answer of a leaf instead of its own `run`, which is then not called; `None` to let it run. Called before
    /// each run of a leaf, so that a test can inject a fault: see [`Mock`].
    ///
    /// The hooks `start` and `finish` are called as usual. [`Running`](Status::Running) is ignored for a leaf that by
    /// its type is never running, such as a condition, and the leaf runs. So is [`Success`](Status::Success) for a
    /// leaf whose value the tree binds: see [`mock_value`](TreeObserver::mock_value).
    ///
    /// It is also called for a subtree of two or more nodes, when it starts, and in each tick while it has answered
    /// running. The nodes below it then report nothing. A subtree that is running by itself is not interrupted.
    ///
    /// And it is called for each composite and decorator, whenever one begins. After success or failure the node has
    /// started and ended, and nothing in it has; [`Running`](Status::Running) is ignored.
    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        let _ = event;
        None
    }

    /// The answer of a node whose value the tree binds, instead of its own. `value` is an `Option<T>` with the type of
    /// that value: to answer success, put a value there.
    ///
    /// ```
    /// use std::any::Any;
    ///
    /// use bt::{NodeEvent, Status, TreeObserver, bt};
    ///
    /// bt! { Share(u32) = sequence < count: action(|n| Some(*n)) -> sheep: u32, action(|n| *n = sheep / 2) > }
    ///
    /// struct Ten;
    ///
    /// impl TreeObserver for Ten {
    ///     fn mock_value(&mut self, _: &NodeEvent, value: &mut dyn Any) -> Option<Status> {
    ///         *value.downcast_mut::<Option<u32>>()? = Some(10);
    ///         Some(Status::Success)
    ///     }
    /// }
    ///
    /// let mut sheep = 0;
    /// Share::new().tick_with(&mut sheep, &mut Ten);
    /// assert_eq!(sheep, 5);
    /// ```
    fn mock_value(&mut self, event: &NodeEvent, value: &mut dyn Any) -> Option<Status> {
        let _ = value;
        self.mock(event)
    }

    /// A leaf has run, and returned this status.
    fn run(&mut self, event: &NodeEvent, status: Status) {
        let _ = (event, status);
    }

    /// Why a node does what it does: the answer of its condition, the scores of its children, a draw, a value, a key;
    /// and the value that it binds.
    ///
    /// It comes after the start of the node, and before its effects. A bound value comes after the finish of its
    /// node.
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
    /// It is not called for a mocked condition, since that is not evaluated. A tree that is a variant of an enum of
    /// leaves reports no reasons.
    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        let _ = (event, why);
    }

    /// A part of a condition was evaluated. The parts come in the order of their evaluation, before the
    /// [`why`](TreeObserver::why) with the answer of the whole condition. It is called with the feature `parts` only,
    /// which the live page of `bt-view` turns on: it costs compile time.
    ///
    /// A condition has parts if it is a closure whose body is an expression of `&&`, `||`, `!(..)` and comparisons.
    /// A part that is not evaluated, such as the second one of `a && b` if `a` is false, is not reported. Each part is
    /// evaluated once, as without an observer.
    ///
    /// ```
    /// # // Without the feature there is nothing to see.
    /// use bt::observe::Part;
    /// use bt::{NodeEvent, TreeObserver, bt};
    ///
    /// struct Npc {
    ///     clue: bool,
    ///     unseen: f32,
    /// }
    ///
    /// bt! { Guard(Npc) = knows_player: condition(|npc| npc.clue && npc.unseen < 1.5) }
    ///
    /// struct Parts(Vec<String>);
    ///
    /// impl TreeObserver for Parts {
    ///     fn part(&mut self, _: &NodeEvent, part: Part<'_>) {
    ///         self.0.push(part.to_string());
    ///     }
    /// }
    ///
    /// let mut parts = Parts(Vec::new());
    /// Guard::new().tick_with(&mut Npc { clue: true, unseen: 1.7 }, &mut parts);
    /// # #[cfg(feature = "parts")]
    /// assert_eq!(parts.0, ["clue true", "unseen 1.7 < 1.5 false"]);
    /// ```
    fn part(&mut self, event: &NodeEvent, part: Part<'_>) {
        let _ = (event, part);
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

    fn begin(&mut self, tree: Description) {
        (**self).begin(tree);
    }

    fn enter(&mut self, holder: &NodeEvent, tree: Description) {
        (**self).enter(holder, tree);
    }

    fn leave(&mut self) {
        (**self).leave();
    }

    fn start(&mut self, event: &NodeEvent) {
        (**self).start(event);
    }

    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        (**self).mock(event)
    }

    fn mock_value(&mut self, event: &NodeEvent, value: &mut dyn Any) -> Option<Status> {
        (**self).mock_value(event, value)
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        (**self).run(event, status);
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        (**self).why(event, why);
    }

    fn part(&mut self, event: &NodeEvent, part: Part<'_>) {
        (**self).part(event, part);
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

    fn begin(&mut self, tree: Description) {
        if let Some(observer) = self {
            observer.begin(tree);
        }
    }

    fn enter(&mut self, holder: &NodeEvent, tree: Description) {
        if let Some(observer) = self {
            observer.enter(holder, tree);
        }
    }

    fn leave(&mut self) {
        if let Some(observer) = self {
            observer.leave();
        }
    }

    fn start(&mut self, event: &NodeEvent) {
        if let Some(observer) = self {
            observer.start(event);
        }
    }

    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        self.as_mut()?.mock(event)
    }

    fn mock_value(&mut self, event: &NodeEvent, value: &mut dyn Any) -> Option<Status> {
        self.as_mut()?.mock_value(event, value)
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

    fn part(&mut self, event: &NodeEvent, part: Part<'_>) {
        if let Some(observer) = self {
            observer.part(event, part);
        }
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        if let Some(observer) = self {
            observer.finish(event, outcome);
        }
    }
}

macro_rules! tuples {
    ($($(#[$docs:meta])* ($($observer:ident $index:tt),*);)*) => {$(
        $(#[$docs])*
        impl<$($observer: TreeObserver),*> TreeObserver for ($($observer,)*) {
            #[inline]
            fn is_enabled(&self) -> bool {
                false $(|| self.$index.is_enabled())*
            }

            fn begin(&mut self, tree: Description) {
                $(if self.$index.is_enabled() { self.$index.begin(tree); })*
            }

            fn enter(&mut self, holder: &NodeEvent, tree: Description) {
                $(if self.$index.is_enabled() { self.$index.enter(holder, tree); })*
            }

            fn leave(&mut self) {
                $(if self.$index.is_enabled() { self.$index.leave(); })*
            }

            fn start(&mut self, event: &NodeEvent) {
                $(if self.$index.is_enabled() { self.$index.start(event); })*
            }

            fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
                $(if self.$index.is_enabled() && let Some(answer) = self.$index.mock(event) { return Some(answer); })*
                None
            }

            fn mock_value(&mut self, event: &NodeEvent, value: &mut dyn Any) -> Option<Status> {
                $(if self.$index.is_enabled() && let Some(answer) = self.$index.mock_value(event, value) {
                    return Some(answer);
                })*
                None
            }

            fn run(&mut self, event: &NodeEvent, status: Status) {
                $(if self.$index.is_enabled() { self.$index.run(event, status); })*
            }

            fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
                $(if self.$index.is_enabled() { self.$index.why(event, why); })*
            }

            fn part(&mut self, event: &NodeEvent, part: Part<'_>) {
                $(if self.$index.is_enabled() { self.$index.part(event, part); })*
            }

            fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
                $(if self.$index.is_enabled() { self.$index.finish(event, outcome); })*
            }
        }
    )*};
}

tuples! {
    /// Two observers: each event goes to the first one, then to the second one. The first answer of a
    /// [mock](TreeObserver::mock) counts. Up to four observers can be in a tuple.
    ///
    /// ```
    /// use bt::observe::Mock;
    /// use bt::{NodeEvent, Status, TreeObserver, bt};
    ///
    /// #[derive(Default)]
    /// struct Starts(usize);
    ///
    /// impl TreeObserver for Starts {
    ///     fn start(&mut self, _: &NodeEvent) {
    ///         self.0 += 1;
    ///     }
    /// }
    ///
    /// bt! { Enter(()) = selector < open: condition(|_| true), climb: succeed > }
    ///
    /// let (mut starts, mut jammed) = (Starts::default(), Mock::new("open", [Status::Failure]));
    /// Enter::new().tick_with(&mut (), &mut (&mut jammed, &mut starts));
    /// assert_eq!((starts.0, jammed.unused()), (3, 0));
    /// ```
    (A 0, B 1);
    /// Three observers: see the tuple of two.
    (A 0, B 1, C 2);
    /// Four observers: see the tuple of two.
    (A 0, B 1, C 2, D 3);
}

/// The node and the time of an event in a tree.
///
/// ```
/// use std::time::Duration;
///
/// use bt::{NodeEvent, Outcome, TreeObserver, bt};
///
/// bt! { Nap(()) = sequence < fall_asleep: wait(0.5), dream: wait(2.0) > }
///
/// /// The node that ended last, and when.
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

    /// The position of the node in the whole tree: nodes are counted from 0, each before its children, including
    /// those of subtrees.
    pub const fn position(&self) -> usize {
        self.position
    }

    /// The description of the node. It is parsed from a text that describes the tree, which is slower than
    /// [`position`](NodeEvent::position).
    pub fn node(&self) -> NodeInfo {
        self.facts.find(self.position)
    }

    /// The description of the whole tree.
    pub const fn tree(&self) -> Description {
        Description::new(self.facts)
    }

    /// How much of the tick's span had passed: zero in a tick without time, and outside of ticks.
    ///
    /// A leaf that is running has used the whole span. Reactive nodes run their children again at the beginning of
    /// the span, and each branch of a `parallel` gets the whole span. So within one tick, times can go back.
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
