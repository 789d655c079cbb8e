//! `Mock`: answers instead of a node.

use core::any::{Any, type_name};

use super::forward::pass_on;
use super::named::{check, is_meant};
use super::{NodeEvent, Part, TreeObserver, Why};
use crate::describe::Description;
use crate::status::{Outcome, Status};

/// Answers instead of a node: a test double, to inject faults.
///
/// It is an observer, so the tree does not change. The node is chosen by its title, its label or else its name; or by
/// its path, the titles from below the root down to it, as in `"alarm/bark"`. The end of a path is enough, with at
/// least two titles, if no other node shares it. Each run of a leaf takes one answer; when no answers are left, the
/// leaf itself runs again. Its hooks `start` and `finish` are called as usual.
///
/// A node can be made to fail or succeed even if it never does so by itself. But `Running` for a node that is never
/// running, such as a `condition`, is dropped, and the node runs.
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
/// assert_eq!(jammed.unused(), 0);
/// assert_eq!(enter.tick_with(&mut doors, &mut jammed), Status::Running);
/// assert_eq!(doors, 11);
/// ```
///
/// Several observers can be in a tuple; an endless script is an endless iterator:
///
/// ```
/// use bt::observe::Mock;
/// use bt::{Status, bt};
/// use std::iter::repeat;
///
/// bt! { Work(u32) = sequence < go: wait(60.0), lift: wait_until(|_| false), done: action(|loads| *loads += 1) > }
///
/// let mut mocks = (Mock::new("go", repeat(Status::Success)), Mock::new("lift", [Status::Running, Status::Success]));
/// let (mut work, mut loads) = (Work::new(), 0);
/// assert_eq!(work.tick_for_with(0.1, &mut loads, &mut mocks), Status::Running);
/// assert_eq!(work.tick_for_with(0.1, &mut loads, &mut mocks), Status::Success);
/// assert_eq!(loads, 1);
/// ```
///
/// # Subtrees
///
/// The whole subtree is replaced: the nodes below its root report nothing. It is asked when it starts, and in each tick
/// while its answer is running. A subtree that is running by itself when a mock comes is not interrupted.
///
/// ```
/// use bt::observe::Mock;
/// use bt::{Status, bt};
///
/// bt! { Travel(u32) = sequence < wait(60.0), action(|miles| *miles += 100) > }
/// bt! { Visit(u32) = sequence < travel, action(|miles| *miles += 1) > }
///
/// let mut miles = 0;
/// let answer = Visit::new().tick_for_with(0.1, &mut miles, &mut Mock::new("travel", [Status::Success]));
/// assert_eq!((answer, miles), (Status::Success, 1));
/// ```
///
/// # Composites and decorators
///
/// Each time such a node begins, it takes one answer, success or failure, and ends at once: nothing in it starts, and
/// none of its own hooks is called. It cannot answer running. A node that is already active is not interrupted.
///
/// ```
/// use bt::observe::Mock;
/// use bt::{Status, bt};
///
/// bt! {
///     Deliver(u32) = sequence <
///         travel: timeout(60.0) < sequence < wait_until(|miles| *miles > 9), wait(1.0) > >,
///         action(|miles| *miles += 1),
///     >
/// }
///
/// let mut miles = 0;
/// let answer = Deliver::new().tick_for_with(0.1, &mut miles, &mut Mock::new("travel", [Status::Success]));
/// assert_eq!((answer, miles), (Status::Success, 1));
/// ```
///
/// # Panics
///
/// When the first tick begins, if no node has the title or path, or if several paths have this end. A tree with a
/// `dynamic` node is not checked, since the node may be in the tree that it holds.
#[derive(Clone, Copy, Debug)]
pub struct Mock<'l, I, O = ()> {
    node: &'l str,
    answers: I,
    observer: O,
    /// Whether a tree with such a node has been seen.
    is_found: bool,
}

impl<'l, I: Iterator<Item = Status>> Mock<'l, I> {
    /// A mock of each node with this title, or with this path. If the tree uses the value of the node, it can only fail
    /// or be running: to succeed, it needs a value, from [`Mock::value`].
    pub fn new(node: &'l str, answers: impl IntoIterator<IntoIter = I>) -> Self {
        Mock { node, answers: answers.into_iter(), observer: (), is_found: false }
    }
}

impl<'l, T: 'static, I: Iterator<Item = Option<T>>> Mock<'l, I> {
    /// A mock of nodes with a value: `Some` is success with this value, `None` is failure.
    ///
    /// ```
    /// use bt::observe::Mock;
    /// use bt::{bt, leaf};
    ///
    /// #[leaf]
    /// fn find_prey(sheep: &mut u32) -> Option<u32> {
    ///     sheep.checked_sub(1)
    /// }
    ///
    /// bt! { Hunt(u32) = sequence < find_prey -> prey, action(|sheep| *sheep = prey) > }
    ///
    /// let mut sheep = 5;
    /// Hunt::new().tick_with(&mut sheep, &mut Mock::value("find_prey", [Some(70_u32)]));
    /// assert_eq!(sheep, 70);
    /// ```
    ///
    /// # Panics
    ///
    /// In a tick, if the values do not have the type of the node's value.
    pub fn value(node: &'l str, answers: impl IntoIterator<IntoIter = I>) -> Self {
        Mock { node, answers: answers.into_iter(), observer: (), is_found: false }
    }
}

impl<'l, I, O> Mock<'l, I, O> {
    /// This mock around another observer, which gets all events, and answers if this mock has no answer. A tuple of
    /// both does the same, but skips an observer that is not [enabled](TreeObserver::is_enabled).
    pub fn over<P: TreeObserver>(self, observer: P) -> Mock<'l, I, P> {
        Mock { node: self.node, answers: self.answers, observer, is_found: self.is_found }
    }

    /// The wrapped observer.
    pub fn observer(&self) -> &O {
        &self.observer
    }
}

impl<I: ExactSizeIterator, O> Mock<'_, I, O> {
    /// The number of answers left: a test can assert that its tree has asked for all of them.
    ///
    /// ```
    /// use bt::observe::Mock;
    /// use bt::{Status, bt};
    ///
    /// bt! { Doze(()) = dream: running }
    ///
    /// let mut mock = Mock::new("dream", [Status::Running, Status::Failure]);
    /// Doze::new().tick_with(&mut (), &mut mock);
    /// assert_eq!(mock.unused(), 1);
    /// ```
    pub fn unused(&self) -> usize {
        self.answers.len()
    }
}

/// One answer of a mock: a [`Status`], or an `Option<T>` for a node with a value.
pub trait MockAnswer {
    /// The status alone.
    fn status(self) -> Status;
    /// The status; a value goes to `value`, an `Option` with the type of the node's value.
    fn give(self, value: &mut dyn Any, node: &str) -> Status;
}

impl MockAnswer for Status {
    fn status(self) -> Status {
        self
    }

    fn give(self, _: &mut dyn Any, _: &str) -> Status {
        self
    }
}

impl<T: 'static> MockAnswer for Option<T> {
    fn status(self) -> Status {
        Status::from(self.is_some())
    }

    fn give(self, value: &mut dyn Any, node: &str) -> Status {
        let Some(value) = value.downcast_mut::<Option<T>>() else {
            panic!("the mock of `{node}` has values of type `{}`, which is not that of the node", type_name::<T>())
        };
        *value = self;
        Status::from(value.is_some())
    }
}

impl<I: Iterator, O> Mock<'_, I, O> {
    /// The next answer, if the event is one of the mocked node.
    fn answer(&mut self, event: &NodeEvent) -> Option<I::Item> {
        if is_meant(event.tree(), event.node(), self.node) { self.answers.next() } else { None }
    }
}

impl<I: Iterator<Item: MockAnswer>, O: TreeObserver> TreeObserver for Mock<'_, I, O> {
    pass_on!(all but begin: self => [if (true) self.observer]);

    fn begin(&mut self, tree: Description) {
        if !self.is_found {
            check(tree, self.node);
            self.is_found = true;
        }
        self.observer.begin(tree);
    }

    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        match self.answer(event) {
            Some(answer) => Some(answer.status()),
            None => self.observer.mock(event),
        }
    }

    fn mock_value(&mut self, event: &NodeEvent, value: &mut dyn Any) -> Option<Status> {
        match self.answer(event) {
            Some(answer) => Some(answer.give(value, self.node)),
            None => self.observer.mock_value(event, value),
        }
    }
}
