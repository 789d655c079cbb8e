//! `Watch`: whether a tick is observed, and what it reports if it is.

use core::any::Any;

#[cfg(feature = "live")]
use crate::engine::observe::observed::Observed;
use crate::engine::outline::Outline;
use crate::engine::tick::lent::{Nested, Shared};
#[cfg(feature = "live")]
use crate::observe::TreeObserver;
use crate::observe::{Part, Why};
use crate::status::{Outcome, Status};
use crate::time::Span;

/// The receiver of a tick's reports: an [observer](super::observed::Observed), or `()` for none.
///
/// Nodes have their numbers in the current tree. Only leaves and nodes with code of their own report events. All other
/// nodes compile to jumps between leaves; their events are derived from those of their children.
pub trait Watch {
    /// Whether there is an observer. If not, code that depends on this is compiled out.
    const OBSERVED: bool;

    /// The tree whose nodes are reported.
    type View: Copy;

    /// A second `Watch`, if there is no observer.
    fn again() -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// The tree whose nodes are reported now.
    fn view(&self) -> Self::View;

    /// Reports the nodes of another tree from now on.
    fn set_view(&mut self, view: Self::View);

    /// A tick begins.
    fn begin(&mut self, _: Span) {}

    /// From now on, nodes are those of the subtree at this node, which has this outline.
    fn enter(&mut self, _: usize, _: Outline) {}

    /// Calls `work` with everything that a boxed tree gets at this node.
    fn lend<R>(&mut self, _: usize, shared: Shared<'_>, work: impl FnOnce(Nested<'_>) -> R) -> R {
        work(Nested { shared, observing: None })
    }

    /// Calls `work` with a watch of one type for all observers, and for none.
    #[cfg(feature = "live")]
    fn erased<R>(&mut self, outline: Outline, work: impl for<'o> FnOnce(Observed<'o, dyn TreeObserver + 'o>) -> R)
    -> R;

    /// The events of a boxed tree end.
    fn leave(&mut self) {}

    /// From now on, nothing is reported.
    fn hide(&mut self) {}

    /// From now on, this node is the one that aborts its children.
    fn set_aborting(&mut self, _: usize) {}

    /// A node starts, and with it the parents that it is the first child of.
    fn start(&mut self, _: usize, _: Span) {}

    /// What an observer answers instead of a leaf, if it does.
    fn mock(&mut self, _: usize, _: Span) -> Option<Status> {
        None
    }

    /// What an observer answers instead of a leaf whose value is used: `value` is an `Option` of it.
    fn mock_value(&mut self, _: usize, _: &mut dyn Any, _: Span) -> Option<Status> {
        None
    }

    /// What an observer answers instead of a node with children, if it does.
    fn mock_node(&mut self, _: usize, _: Span) -> Option<Status> {
        None
    }

    /// What an observer answers instead of a node with children whose value is used: `value` is an `Option` of it.
    fn mock_value_of_node(&mut self, _: usize, _: &mut dyn Any, _: Span) -> Option<Status> {
        None
    }

    /// An observer answers instead of a node from now on. A leaf has already reported its start.
    fn start_mocked(&mut self, _: usize, _: Span) {}

    /// The node that an observer answered for ends. A leaf reports its end itself.
    fn finish_mocked(&mut self, _: usize, _: Outcome, _: Span) {}

    /// The subtree at a node, which an observer has answered for up to now, begins: its root has already started.
    fn resume_mocked(&mut self, _: usize) {}

    /// A leaf has run.
    fn run(&mut self, _: usize, _: Status, _: Span) {}

    /// A reason: the answer by which a node decides.
    fn why(&mut self, _: usize, _: Why<'_>, _: Span) {}

    /// A part of the condition of a node was evaluated.
    fn part(&mut self, _: usize, _: Part<'_>, _: Span) {}

    /// This node alone has finished.
    fn finish(&mut self, _: usize, _: Outcome, _: Span) {}

    /// A node has finished: reports the parents that finish with it.
    fn finish_parents(&mut self, _: usize, _: Outcome, _: Span) {}

    /// A node was aborted: reports the parents that are aborted with it.
    fn abort_parents(&mut self, _: usize, _: Span) {}
}

/// No observer.
impl Watch for () {
    const OBSERVED: bool = false;

    type View = ();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn again() -> Option<()> {
        Some(())
    }

    #[cfg(feature = "live")]
    fn erased<R>(
        &mut self,
        outline: Outline,
        work: impl for<'o> FnOnce(Observed<'o, dyn TreeObserver + 'o>) -> R,
    ) -> R {
        let mut nobody = ();
        let mut watch = Observed::whole(&mut nobody as &mut dyn TreeObserver, outline);
        watch.hide();
        work(watch)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view(&self) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn set_view(&mut self, (): ()) {}
}
