//! The methods of a tree, for users who do not import the trait; `Default` and `Display`.

use std::fmt;
use std::time::Duration;

use bt::__private::live::{LiveReceive, LiveTree};
use bt::__private::{HasMachine, KeptCells, Observed};
use bt::describe::Description;
use bt::observe::TreeObserver;
use bt::{IntoDuration, TreeFor};

use super::{AnswerOf, ErrorOf, Live, ValueOf};

impl<T: LiveTree> Live<T> {
    /// Ticks the tree with an observer: see [`TreeFor::tick_with`].
    ///
    /// # Errors
    ///
    /// The error of a leaf, if the tree names an error type.
    pub fn tick_with<C: ?Sized, O>(&mut self, context: &mut C, observer: &mut O) -> AnswerOf<T, C>
    where
        Self: TreeFor<C, Answer = AnswerOf<T, C>>,
        T: HasMachine<C>,
        O: TreeObserver + ?Sized,
    {
        TreeFor::tick_with(self, context, observer)
    }

    /// Ticks the tree for a span of time with an observer: see [`TreeFor::tick_for_with`].
    ///
    /// # Errors
    ///
    /// The error of a leaf, if the tree names an error type.
    pub fn tick_for_with<C: ?Sized, O>(
        &mut self,
        time: impl IntoDuration,
        context: &mut C,
        observer: &mut O,
    ) -> AnswerOf<T, C>
    where
        Self: TreeFor<C, Answer = AnswerOf<T, C>>,
        T: HasMachine<C>,
        O: TreeObserver + ?Sized,
    {
        TreeFor::tick_for_with(self, time, context, observer)
    }

    /// Aborts the active nodes with an observer: see [`TreeFor::abort_with`].
    pub fn abort_with<C: ?Sized, O>(&mut self, context: &mut C, observer: &mut O)
    where
        Self: TreeFor<C>,
        O: TreeObserver + ?Sized,
    {
        TreeFor::abort_with(self, context, observer);
    }

    /// Sends a message of the type that the header names, with an observer: see [`Live::send`].
    pub fn send_with<C: ?Sized, M: ?Sized, O>(&mut self, context: &mut C, message: &M, observer: &mut O)
    where
        T: LiveReceive<C, M> + HasMachine<C>,
        ErrorOf<T, C>: 'static,
        ValueOf<T, C>: 'static,
        O: TreeObserver,
    {
        self.refresh(context, Some(observer));
        let outline = self.running.program().outline.0;
        self.sent(context, message, Observed::whole(observer, outline));
    }

    /// Makes each `observe` tick its child in the next tick, even if its key has not changed.
    pub fn look(&mut self) {
        self.running.program().outline.facts().look(self.kept.cells());
    }

    /// Ticks a tree that its own context owns: see [`TreeFor::tick_in`].
    ///
    /// # Errors
    ///
    /// The error of a leaf, if the tree names an error type.
    pub fn tick_in<C>(owner: &mut C, get: impl FnMut(&mut C) -> &mut Self) -> AnswerOf<T, C>
    where
        Self: TreeFor<C, Answer = AnswerOf<T, C>>,
        T: HasMachine<C>,
    {
        <Self as TreeFor<C>>::tick_in(owner, get)
    }

    /// The nodes of the tree as it runs now.
    #[must_use]
    pub fn description(&self) -> Description {
        Description::new(self.running.program().outline.facts())
    }

    /// How long ticks can be skipped, unless something happens: see [`TreeFor::sleep`].
    #[must_use]
    pub fn sleep(&self) -> Option<Duration> {
        self.running.state.sleep(self.running.program(), super::RegionId(0))
    }

    /// Whether this agent has seen all changes of live trees so far. If not, it switches to the current program at the
    /// start of its next tick, abort or message.
    #[must_use]
    pub fn is_current(&self) -> bool {
        self.seen == super::registry::changes()
    }
}

/// Runs the default tree from its current text. Panics if it cannot be live, as `Live::from` does.
impl<T: LiveTree + Default> Default for Live<T> {
    fn default() -> Self {
        Live::from(T::default())
    }
}

/// Draws the tree as it runs now, with a star for each active node: `{}` with Unicode, `{:#}` in plain ASCII.
impl<T: LiveTree> fmt::Display for Live<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        bt::__private::draw_tree(self, formatter)
    }
}
