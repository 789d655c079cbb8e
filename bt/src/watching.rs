//! An observer who looks on.

use crate::drive::State;
use crate::links::Links;
use crate::observer::{Event, Observer};
use crate::outline::Facts;
use crate::status::{Outcome, Status};
use crate::time::Span;
use crate::watch::Watch;

/// An observer who looks on.
pub struct Watching<'o, O: ?Sized> {
    observer: &'o mut O,
    facts: &'static Facts,
    /// The moment at which the tick has begun.
    began: u64,
    view: View,
}

/// The tree that is looked at.
#[derive(Clone, Copy)]
pub struct View {
    /// Where it begins in the whole tree.
    begin: usize,
    /// Where in it each of its own nodes is.
    positions: &'static [usize],
    /// How its own nodes hang together.
    links: Links,
    /// What is known of it.
    facts: &'static Facts,
    /// The node of it that gives up what is aborted; nothing if all is aborted.
    giving_up: Option<usize>,
    /// Whether it is not to be seen.
    hidden: bool,
}

impl View {
    /// A tree that begins there.
    fn of<S: State>(begin: usize, hidden: bool) -> Self {
        let (links, facts) = (Links(S::LINKS), const { &S::FACTS });
        View { begin, positions: S::POSITIONS, links, facts, giving_up: None, hidden }
    }
}

impl<'o, O: Observer + ?Sized> Watching<'o, O> {
    /// An observer of a whole tree.
    pub fn new<S: State>(observer: &'o mut O) -> Self {
        let view = View::of::<S>(0, false);
        Watching { observer, facts: view.facts, began: 0, view }
    }

    /// Tells the observer of a node, unless it is a tree, which tells of its nodes itself.
    fn tell(&mut self, node: usize, moment: u64, tell: impl FnOnce(&mut O, &Event)) {
        let View { begin, positions, facts, hidden, .. } = self.view;
        if !hidden && facts.below(node).nodes() == 0 {
            let event = Event::new(self.facts, begin + positions[node], moment.saturating_sub(self.began));
            tell(self.observer, &event);
        }
    }
}

impl<O: Observer + ?Sized> Watch for Watching<'_, O> {
    const LOOKS: bool = true;

    type View = View;

    fn view(&self) -> View {
        self.view
    }

    fn set_view(&mut self, view: View) {
        self.view = view;
    }

    fn begin(&mut self, span: Span) {
        self.began = span.now();
    }

    fn enter<S: State>(&mut self, node: usize) {
        let begin = self.view.begin + self.view.positions[node];
        self.view = View::of::<S>(begin, self.view.hidden);
    }

    fn look_away(&mut self) {
        self.view.hidden = true;
    }

    fn giving_up(&mut self, node: usize) {
        self.view.giving_up = Some(node);
    }

    fn start(&mut self, node: usize, span: Span) {
        let mut first = node;
        while self.view.links.of(first).starts_parent() {
            first -= 1;
        }
        for node in first..=node {
            self.tell(node, span.now(), |observer, event| observer.start(event));
        }
    }

    fn run(&mut self, node: usize, status: Status, span: Span) {
        // What is running has used all.
        let moment = if status.is_running() { span.end() } else { span.now() };
        self.tell(node, moment, |observer, event| observer.run(event, status));
    }

    fn finish(&mut self, node: usize, outcome: Outcome, span: Span) {
        self.tell(node, span.now(), |observer, event| observer.finish(event, outcome));
    }

    fn finish_above(&mut self, node: usize, outcome: Outcome, span: Span) {
        let mut ended = (node, outcome);
        loop {
            let link = self.view.links.of(ended.0);
            let (Some(parent), Some(outcome)) = (link.parent, link.ends_parent(ended.1)) else { return };
            self.finish(parent, outcome, span);
            ended = (parent, outcome);
        }
    }

    fn abort_above(&mut self, node: usize, span: Span) {
        let mut above = self.view.links.of(node).parent;
        while let Some(node) = above.filter(|_| above != self.view.giving_up) {
            self.finish(node, Outcome::Aborted, span);
            above = self.view.links.of(node).parent;
        }
    }
}
