//! `Observed`: a tick that an observer watches.

use super::parent_links::ParentLinks;
use crate::describe::Description;
use crate::engine::outline::Outline;
use crate::engine::tick::lent::Observing;
use crate::engine::tree_state::{TreeState, outline_of};
use crate::observe::{NodeEvent, TreeObserver};
use crate::outline::facts::Facts;
use crate::status::Status;
use crate::time::Span;

/// A tick that an observer watches.
pub struct Observed<'o, O: ?Sized> {
    pub(super) observer: &'o mut O,
    pub(super) facts: &'static Facts,
    /// The moment at which the tick began.
    pub(super) began: u64,
    pub(super) view: View,
    /// Whether the root of the subtree that is entered next has already started.
    pub(super) resumes_mocked: bool,
}

/// The tree whose nodes are reported.
#[derive(Clone, Copy)]
pub struct View {
    /// The position in the whole tree at which it begins.
    pub(super) begin: usize,
    /// The position of each of its own nodes in it.
    pub(super) positions: &'static [usize],
    /// The parents of its own nodes.
    pub(super) links: ParentLinks,
    /// Its facts.
    pub(super) facts: &'static Facts,
    /// The node of this tree that is aborting its children; `None` if the whole tree is aborted.
    pub(super) aborting: Option<usize>,
    /// Whether its events are hidden from the observer.
    pub(super) hidden: bool,
    /// Whether it is a subtree, so that observers were asked for an answer of its root before it was entered.
    pub(super) is_inner: bool,
    /// Whether the start of its root has already been reported.
    pub(super) has_started: bool,
}

impl View {
    /// A tree that begins at a position of the whole tree.
    pub(super) fn of(outline: Outline, begin: usize, hidden: bool) -> Self {
        let Outline { facts, positions, links, .. } = outline;
        View { begin, positions, links, facts, aborting: None, hidden, is_inner: false, has_started: false }
    }
}

impl<'o, O: TreeObserver + ?Sized> Observed<'o, O> {
    /// An observer of a whole tree.
    pub fn new<S: TreeState>(observer: &'o mut O) -> Self {
        Observed::whole(observer, outline_of::<S>())
    }

    /// An observer of the whole tree with this outline.
    pub fn whole(observer: &'o mut O, outline: Outline) -> Self {
        let view = View::of(outline, 0, false);
        Observed { observer, facts: view.facts, began: 0, view, resumes_mocked: false }
    }

    /// Reports an event of a node. A subtree is skipped, since it reports its nodes itself.
    pub(super) fn report<R>(
        &mut self,
        node: usize,
        moment: u64,
        report: impl FnOnce(&mut O, &NodeEvent) -> R,
    ) -> Option<R> {
        if self.view.hidden || self.view.facts.below(node).nodes() != 0 {
            return None;
        }
        self.report_any(node, moment, report)
    }

    /// Reports an event of any node, also of the root of a subtree.
    pub(super) fn report_any<R>(
        &mut self,
        node: usize,
        moment: u64,
        report: impl FnOnce(&mut O, &NodeEvent) -> R,
    ) -> Option<R> {
        if self.view.hidden {
            return None;
        }
        let event = self.event(node, moment);
        Some(report(self.observer, &event))
    }

    /// Whether a node is a subtree of two or more nodes. One with a single node is that leaf.
    pub(super) fn is_subtree(&self, node: usize) -> bool {
        self.view.facts.below(node).nodes() > 1
    }

    /// Asks for an answer instead of a leaf or a subtree. For the root of a subtree that was done outside of it.
    pub(super) fn ask(
        &mut self,
        node: usize,
        span: Span,
        ask: impl FnOnce(&mut O, &NodeEvent) -> Option<Status>,
    ) -> Option<Status> {
        if self.view.hidden {
            return None;
        }
        match self.view.facts.below(node).nodes() {
            0 => self.report(node, span.now(), ask).flatten(),
            1 => None,
            _ if self.view.is_inner && node == 0 => None,
            _ => self.report_any(node, span.now(), ask).flatten(),
        }
    }

    /// Asks for an answer instead of a node with children. For the root of a subtree that was done outside of it.
    pub(super) fn ask_node(
        &mut self,
        node: usize,
        span: Span,
        ask: impl FnOnce(&mut O, &NodeEvent) -> Option<Status>,
    ) -> Option<Status> {
        if self.view.is_inner && node == 0 { None } else { self.report_any(node, span.now(), ask).flatten() }
    }

    pub(super) fn event(&self, node: usize, moment: u64) -> NodeEvent {
        let View { begin, positions, .. } = self.view;
        NodeEvent::new(self.facts, begin + positions[node], moment.saturating_sub(self.began))
    }
}

impl<'o> Observed<'o, dyn TreeObserver + 'o> {
    /// An observer of a boxed tree, inside another tree.
    pub fn nested(observing: Observing<'o>, outline: Outline) -> Self {
        let Observing { observer, holder, began } = observing;
        observer.enter(&holder, Description::new(outline.facts));
        Observed { began, ..Observed::whole(observer, outline) }
    }

    /// An observer of a tree that replaces the single node of this view.
    pub fn around(observing: Observing<'o>, facts: &'static Facts) -> Self {
        let links = ParentLinks(&[]);
        Observed::nested(observing, Outline { facts, is_throttled: false, offsets: &[], positions: &[0], links })
    }
}
