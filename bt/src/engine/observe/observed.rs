//! `Observed`: a tick that an observer watches.

use core::any::Any;
use core::mem;

use super::parent_links::ParentLinks;
use super::watch::Watch;
use crate::describe::Description;
use crate::engine::outline::Outline;
use crate::engine::tick::lent::{Nested, Observing, Shared};
use crate::engine::tree_state::TreeState;
use crate::observe::{NodeEvent, TreeObserver, Why};
use crate::outline::facts::Facts;
use crate::status::{Outcome, Status};
use crate::time::Span;

/// A tick that an observer watches.
pub struct Observed<'o, O: ?Sized> {
    observer: &'o mut O,
    facts: &'static Facts,
    /// The moment at which the tick began.
    began: u64,
    view: View,
    /// Whether the root of the subtree that is entered next has already started.
    resumes_mocked: bool,
}

/// The tree whose nodes are reported.
#[derive(Clone, Copy)]
pub struct View {
    /// The position in the whole tree at which it begins.
    begin: usize,
    /// The position of each of its own nodes in it.
    positions: &'static [usize],
    /// The parents of its own nodes.
    links: ParentLinks,
    /// Its facts.
    facts: &'static Facts,
    /// Its node that aborts children; `None` if the whole tree is aborted.
    aborting: Option<usize>,
    /// Whether its events are not reported.
    hidden: bool,
    /// Whether it is a subtree, so that observers were asked for an answer of its root before it was entered.
    is_inner: bool,
    /// Whether the start of its root has already been reported.
    has_started: bool,
}

impl View {
    /// A tree that begins at a position of the whole tree.
    fn of(outline: Outline, begin: usize, hidden: bool) -> Self {
        let Outline { facts, positions, links, .. } = outline;
        View { begin, positions, links, facts, aborting: None, hidden, is_inner: false, has_started: false }
    }
}

impl<'o, O: TreeObserver + ?Sized> Observed<'o, O> {
    /// An observer of a whole tree.
    pub fn new<S: TreeState>(observer: &'o mut O) -> Self {
        Observed::whole(observer, Outline::of::<S>())
    }

    /// The same for the tree with this outline.
    pub fn whole(observer: &'o mut O, outline: Outline) -> Self {
        let view = View::of(outline, 0, false);
        Observed { observer, facts: view.facts, began: 0, view, resumes_mocked: false }
    }

    /// Reports an event of a node. A subtree is skipped, since it reports its nodes itself.
    fn report<R>(&mut self, node: usize, moment: u64, report: impl FnOnce(&mut O, &NodeEvent) -> R) -> Option<R> {
        if self.view.hidden || self.view.facts.below(node).nodes() != 0 {
            return None;
        }
        self.report_any(node, moment, report)
    }

    /// The same, also for the root of a subtree.
    fn report_any<R>(&mut self, node: usize, moment: u64, report: impl FnOnce(&mut O, &NodeEvent) -> R) -> Option<R> {
        if self.view.hidden {
            return None;
        }
        let event = self.event(node, moment);
        Some(report(self.observer, &event))
    }

    /// Whether a node is a subtree of two or more nodes. One with a single node is that leaf.
    fn is_subtree(&self, node: usize) -> bool {
        self.view.facts.below(node).nodes() > 1
    }

    /// Asks for an answer instead of a leaf or a subtree. For the root of a subtree that was done outside of it.
    fn ask(
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
    fn ask_node(
        &mut self,
        node: usize,
        span: Span,
        ask: impl FnOnce(&mut O, &NodeEvent) -> Option<Status>,
    ) -> Option<Status> {
        if self.view.is_inner && node == 0 { None } else { self.report_any(node, span.now(), ask).flatten() }
    }

    fn event(&self, node: usize, moment: u64) -> NodeEvent {
        let View { begin, positions, .. } = self.view;
        NodeEvent::new(self.facts, begin + positions[node], moment.saturating_sub(self.began))
    }
}

impl<'o> Observed<'o, dyn TreeObserver + 'o> {
    /// An observer of a tree that is known only at run time, inside another tree.
    pub fn nested(observing: Observing<'o>, outline: Outline) -> Self {
        let view = View::of(outline, 0, false);
        Observed::entered(observing, view)
    }

    /// The same for a tree that is entered at the only node of this view.
    pub fn around(observing: Observing<'o>, facts: &'static Facts) -> Self {
        let (positions, links): (&[usize], _) = (&[0], ParentLinks(&[]));
        let view = View {
            begin: 0,
            positions,
            links,
            facts,
            aborting: None,
            hidden: false,
            is_inner: false,
            has_started: false,
        };
        Observed::entered(observing, view)
    }

    fn entered(Observing { observer, holder, began }: Observing<'o>, view: View) -> Self {
        observer.enter(&holder, Description::new(view.facts));
        Observed { observer, facts: view.facts, began, view, resumes_mocked: false }
    }
}

impl<O: TreeObserver + ?Sized> Watch for Observed<'_, O> {
    const OBSERVED: bool = true;

    type View = View;

    fn view(&self) -> View {
        self.view
    }

    fn set_view(&mut self, view: View) {
        self.view = view;
    }

    fn begin(&mut self, span: Span) {
        self.began = span.now();
        self.observer.begin(Description::new(self.facts));
    }

    fn enter<S: TreeState>(&mut self, node: usize) {
        let begin = self.view.begin + self.view.positions[node];
        let has_started = mem::take(&mut self.resumes_mocked) || (node == 0 && self.view.has_started);
        self.view = View { is_inner: true, has_started, ..View::of(Outline::of::<S>(), begin, self.view.hidden) };
    }

    #[cfg(feature = "live")]
    fn enter_outline(&mut self, outline: Outline, node: usize) {
        let begin = self.view.begin + self.view.positions[node];
        let has_started = mem::take(&mut self.resumes_mocked) || (node == 0 && self.view.has_started);
        self.view = View { is_inner: true, has_started, ..View::of(outline, begin, self.view.hidden) };
    }

    fn lend<R>(&mut self, node: usize, shared: Shared<'_>, work: impl FnOnce(Nested<'_>) -> R) -> R {
        let (hidden, began, holder) = (self.view.hidden, self.began, self.event(node, shared.span.now()));
        let mut observer = &mut *self.observer;
        let observing = (!hidden).then_some(Observing { observer: &mut observer, holder, began });
        work(Nested { shared, observing })
    }

    #[cfg(feature = "live")]
    fn erased<R>(&mut self, _: Outline, work: impl for<'e> FnOnce(Observed<'e, dyn TreeObserver + 'e>) -> R) -> R {
        let Observed { observer, facts, began, view, resumes_mocked } = self;
        let (mut observer, resumes_mocked) = (&mut **observer, mem::take(resumes_mocked));
        work(Observed { observer: &mut observer, facts, began: *began, view: *view, resumes_mocked })
    }

    fn leave(&mut self) {
        self.observer.leave();
    }

    fn hide(&mut self) {
        self.view.hidden = true;
    }

    fn set_aborting(&mut self, node: usize) {
        self.view.aborting = Some(node);
    }

    fn start(&mut self, node: usize, span: Span) {
        if self.view.hidden {
            return;
        }
        let mut first = node;
        while self.view.links.of(first).starts_parent() {
            first -= 1;
        }
        if first == 0 && self.view.has_started {
            first = 1;
        }
        for node in first..=node {
            self.report(node, span.now(), |observer, event| observer.start(event));
        }
    }

    fn mock(&mut self, node: usize, span: Span) -> Option<Status> {
        self.ask(node, span, |observer, event| observer.mock(event))
    }

    fn mock_value(&mut self, node: usize, value: &mut dyn Any, span: Span) -> Option<Status> {
        self.ask(node, span, |observer, event| observer.mock_value(event, value))
    }

    fn mock_node(&mut self, node: usize, span: Span) -> Option<Status> {
        self.ask_node(node, span, |observer, event| observer.mock(event))
    }

    fn mock_value_of_node(&mut self, node: usize, value: &mut dyn Any, span: Span) -> Option<Status> {
        self.ask_node(node, span, |observer, event| observer.mock_value(event, value))
    }

    fn start_mocked(&mut self, node: usize, span: Span) {
        if self.is_subtree(node) {
            self.report_any(node, span.now(), |observer, event| observer.start(event));
        }
    }

    fn finish_mocked(&mut self, node: usize, outcome: Outcome, span: Span) {
        if self.is_subtree(node) {
            self.report_any(node, span.now(), |observer, event| observer.finish(event, outcome));
        }
    }

    fn resume_mocked(&mut self, node: usize) {
        self.resumes_mocked = self.is_subtree(node);
    }

    fn run(&mut self, node: usize, status: Status, span: Span) {
        // A leaf that is running has used the whole span.
        let moment = if status.is_running() { span.end() } else { span.now() };
        self.report(node, moment, |observer, event| observer.run(event, status));
    }

    fn why(&mut self, node: usize, why: Why<'_>, span: Span) {
        // The value of a subtree is bound by the tree around it, so a subtree is not skipped here.
        if !self.view.hidden {
            let event = self.event(node, span.now());
            self.observer.why(&event, why);
        }
    }

    fn finish(&mut self, node: usize, outcome: Outcome, span: Span) {
        self.report(node, span.now(), |observer, event| observer.finish(event, outcome));
    }

    fn finish_parents(&mut self, node: usize, outcome: Outcome, span: Span) {
        let mut ended = (node, outcome);
        while !self.view.hidden {
            let link = self.view.links.of(ended.0);
            let (Some(parent), Some(outcome)) = (link.parent, link.ends_parent(ended.1)) else { return };
            self.finish(parent, outcome, span);
            ended = (parent, outcome);
        }
    }

    fn abort_parents(&mut self, node: usize, span: Span) {
        let mut parent = self.view.links.of(node).parent;
        while let Some(node) = parent.filter(|_| parent != self.view.aborting) {
            self.finish(node, Outcome::Aborted, span);
            parent = self.view.links.of(node).parent;
        }
    }
}
