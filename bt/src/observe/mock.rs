//! `Mock`: answers instead of a leaf.

use super::{NodeEvent, TreeObserver, Why};
use crate::status::{Outcome, Status};

/// Answers instead of a leaf: a test double, to inject faults.
///
/// It is an observer, so the tree does not change. The leaf is chosen by its title: its label, or its name if it has
/// none. Each of its runs takes one answer; when there are none left, the leaf itself runs again. Its hooks `start`
/// and `finish` are called as usual.
///
/// ```
/// use bt::observe::Mock;
/// use bt::{Status, bt};
///
/// bt! {
///     Enter(u32) = selector <
///         sequence < open: action(|doors| *doors += 1), running >,
///         knock: action(|doors| *doors += 10),
///     >
/// }
///
/// let (mut enter, mut doors) = (Enter::new(), 0);
/// let mut jammed = Mock::new("open", [Status::Failure]);
/// assert_eq!(enter.tick_with(&mut doors, &mut jammed), Status::Success);
/// assert_eq!(doors, 10);
/// assert_eq!(enter.tick_with(&mut doors, &mut jammed), Status::Running);
/// assert_eq!(doors, 11);
/// ```
///
/// [`over`](Mock::over) wraps another observer, which may be another mock. An endless script is an endless iterator:
///
/// ```
/// use bt::observe::Mock;
/// use bt::{Status, bt};
/// use std::iter::repeat;
///
/// bt! { Work(u32) = sequence < go: wait(60.0), lift: wait_until(|_| false), done: action(|loads| *loads += 1) > }
///
/// let mut mocks = Mock::new("go", repeat(Status::Success)).over(Mock::new("lift", [Status::Running, Status::Success]));
/// let (mut work, mut loads) = (Work::new(), 0);
/// assert_eq!(work.tick_for_with(0.1, &mut loads, &mut mocks), Status::Running);
/// assert_eq!(work.tick_for_with(0.1, &mut loads, &mut mocks), Status::Success);
/// assert_eq!(loads, 1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Mock<'l, I, O = ()> {
    leaf: &'l str,
    answers: I,
    observer: O,
}

impl<'l, I: Iterator<Item = Status>> Mock<'l, I> {
    /// A mock of each leaf with this title.
    pub fn new(leaf: &'l str, answers: impl IntoIterator<IntoIter = I>) -> Self {
        Mock { leaf, answers: answers.into_iter(), observer: () }
    }
}

impl<'l, I, O> Mock<'l, I, O> {
    /// The same mock around another observer, which gets all events, and answers if this mock has no answer.
    pub fn over<P: TreeObserver>(self, observer: P) -> Mock<'l, I, P> {
        Mock { leaf: self.leaf, answers: self.answers, observer }
    }

    /// The wrapped observer.
    pub fn observer(&self) -> &O {
        &self.observer
    }
}

impl<I: Iterator<Item = Status>, O: TreeObserver> TreeObserver for Mock<'_, I, O> {
    fn start(&mut self, event: &NodeEvent) {
        self.observer.start(event);
    }

    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        let answer = if event.node().title() == self.leaf { self.answers.next() } else { None };
        answer.or_else(|| self.observer.mock(event))
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        self.observer.run(event, status);
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        self.observer.why(event, why);
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        self.observer.finish(event, outcome);
    }
}
