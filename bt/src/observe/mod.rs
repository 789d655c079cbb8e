//! Observers of the events in a tree: [`TreeObserver`] and [`NodeEvent`]; their reasons, [`Why`] and [`Part`]; and
//! [`Mock`], which answers instead of a node.

mod event;
mod forward;
mod mock;
mod named;
mod part;
mod why;

use core::any::Any;

use crate::describe::Description;
use crate::status::{Outcome, Status};

pub use event::NodeEvent;
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
    /// reported, and `tick`, `abort` or `send` is called instead. For an observer in a tuple, it is checked before each
    /// event, too.
    #[inline]
    fn is_enabled(&self) -> bool {
        true
    }

    /// A tick, an abort or a message begins, in this tree.
    fn begin(&mut self, tree: Description) {
        let _ = tree;
    }

    /// The tree in a [`dynamic`](crate::nodes::dynamic) node begins a tick, an abort or a message. Until the matching
    /// [`leave`](TreeObserver::leave), all events are those of its nodes, with positions in `tree`. `holder` is the
    /// node that holds it, with the time. Such trees may contain others.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use bt::describe::Description;
    /// use bt::{DynTree, NodeEvent, TreeObserver, bt};
    ///
    /// bt! { Bark(u32) = woof: action(|barks| *barks += 1) }
    /// bt! { Dog(u32) = trick: dynamic(|_| -> Box<dyn DynTree<u32>> { Box::new(Bark::new()) }) }
    ///
    /// #[derive(Default)]
    /// struct Starts(Vec<String>);
    ///
    /// impl TreeObserver for Starts {
    ///     fn enter(&mut self, holder: &NodeEvent, tree: Description) {
    ///         self.0.push(format!("{} holds {} node", holder.node().title(), tree.len()));
    ///     }
    ///
    ///     fn start(&mut self, event: &NodeEvent) {
    ///         self.0.push(format!("{} {}", event.position(), event.node().title()));
    ///     }
    /// }
    ///
    /// let mut starts = Starts::default();
    /// Dog::new().tick_for_with(0.0, &mut 0, &mut starts);
    /// assert_eq!(starts.0, ["0 trick", "trick holds 1 node", "0 woof"]);
    /// # }
    /// ```
    fn enter(&mut self, holder: &NodeEvent, tree: Description) {
        let _ = (holder, tree);
    }

    /// The tree that was [entered](TreeObserver::enter) last is left: the events are those of the tree around it again.
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
