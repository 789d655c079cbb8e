//! What a tick that an observer watches reports.

use core::any::Any;
use core::mem;

use super::observed::{Observed, View};
use super::watch::Watch;
use crate::describe::Description;
use crate::engine::outline::Outline;
use crate::engine::tick::lent::{Nested, Observing, Shared};
use crate::observe::{Part, TreeObserver, Why};
use crate::status::{Outcome, Status};
use crate::time::Span;

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

    fn enter(&mut self, node: usize, outline: Outline) {
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

    fn part(&mut self, node: usize, part: Part<'_>, span: Span) {
        if !self.view.hidden {
            let event = self.event(node, span.now());
            self.observer.part(&event, part);
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
