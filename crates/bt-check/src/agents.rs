//! The agents: trees that are searched together, and what a closure gets to tick them.

use std::hash::Hash;
use std::ops::Deref;

use bt::__private::{all_nodes, first_active, needs_no_time};
use bt::describe::{Description, NodeInfo};
use bt::{IntoDuration, Receive, Tree, TreeFor};

use crate::watch::Watch;

/// A tree that can be checked: any tree that derives `Clone, PartialEq, Eq, Hash` and borrows nothing.
///
/// Use it as a bound, together with [`TreeFor`], in functions that take any tree:
///
/// ```
/// use bt::{TreeFor, bt};
/// use bt_check::{Agent, Check, Checkable};
///
/// /// Counts to three, and never further.
/// fn count<T: TreeFor<u8> + Checkable>(tree: T) -> Check<'static, u8, Agent<T>> {
///     Check::new(0, tree).tick(|count, tree| tree.tick(count)).never("more than three", |now| *now.world > 3)
/// }
///
/// bt! {
///     #[derive(Clone, PartialEq, Eq, Hash)]
///     Good(u8) = sequence < condition(|count| *count < 3), action(|count| *count += 1) >
/// }
///
/// bt! {
///     #[derive(Clone, PartialEq, Eq, Hash)]
///     Bad(u8) = sequence < condition(|count| *count <= 3), action(|count| *count += 1) >
/// }
///
/// count(Good::new()).holds();
/// assert!(count(Bad::new()).run().counterexample().is_some());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be checked: states are compared, and kept in a table",
    label = "is not a tree that can be compared and copied",
    note = "in `bt! {{ .. }}`, derive what is missing before the name: `#[derive(Clone, PartialEq, Eq, Hash)]`",
    note = "the types of its leaves, values and parameters need these derives too, and are `Send`, `Sync` and \
            `'static`"
)]
pub trait Checkable: Tree + Clone + Eq + Hash + Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<T: Tree + Clone + Eq + Hash + Send + Sync + 'static> Checkable for T {}

/// One tree, several, or trees of several kinds: [`Agent`], an array of them, and a tuple of up to six.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be checked: agents are an `Agent(tree)`, an array of them, or a tuple of up \
               to six",
    label = "not agents",
    note = "for more kinds of trees, derive `Behavior` on an enum of them, and take an array of it"
)]
pub trait Agents: Clone + Eq + Hash + Send + Sync + 'static {
    /// What the closure of [`Check::tick`](crate::Check::tick) gets: a [`Ticking`] for each tree.
    type Ticking<'a>;

    #[doc(hidden)]
    fn ticking<'a>(&'a mut self, watch: &'a Watch) -> Self::Ticking<'a>;

    #[doc(hidden)]
    fn tree(&self, agent: usize) -> Option<&dyn AnyTree>;
}

/// A tree whose type does not matter.
#[doc(hidden)]
pub trait AnyTree {
    fn nodes(&self) -> Vec<NodeInfo>;
    fn first_active(&self, position: usize) -> Option<usize>;
    fn description(&self) -> Description;
}

/// An agent with its tree, for [`Check::of`](crate::Check::of).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Agent<T>(pub T);

impl<T: Tree> AnyTree for Agent<T> {
    fn nodes(&self) -> Vec<NodeInfo> {
        all_nodes(&self.0).collect()
    }

    fn first_active(&self, position: usize) -> Option<usize> {
        first_active(&self.0, position)
    }

    fn description(&self) -> Description {
        Description::of::<T>()
    }
}

impl<T: Checkable> Agents for Agent<T> {
    type Ticking<'a> = Ticking<'a, T>;

    fn ticking<'a>(&'a mut self, watch: &'a Watch) -> Ticking<'a, T> {
        Ticking { tree: &mut self.0, watch, agent: 0 }
    }

    fn tree(&self, agent: usize) -> Option<&dyn AnyTree> {
        (agent == 0).then_some(self)
    }
}

impl<T: Checkable, const N: usize> Agents for [Agent<T>; N] {
    type Ticking<'a> = [Ticking<'a, T>; N];

    fn ticking<'a>(&'a mut self, watch: &'a Watch) -> [Ticking<'a, T>; N] {
        let mut agent = 0;
        self.each_mut().map(|tree| {
            agent += 1;
            Ticking { tree: &mut tree.0, watch, agent: agent - 1 }
        })
    }

    fn tree(&self, agent: usize) -> Option<&dyn AnyTree> {
        Some(self.get(agent)?)
    }
}

macro_rules! tuples {
    ($(($($tree:ident $index:tt),*);)*) => {$(
        impl<$($tree: Checkable),*> Agents for ($(Agent<$tree>,)*) {
            type Ticking<'a> = ($(Ticking<'a, $tree>,)*);

            fn ticking<'a>(&'a mut self, watch: &'a Watch) -> Self::Ticking<'a> {
                ($(Ticking { tree: &mut self.$index.0, watch, agent: $index },)*)
            }

            fn tree(&self, agent: usize) -> Option<&dyn AnyTree> {
                match agent {
                    $($index => Some(&self.$index),)*
                    _ => None,
                }
            }
        }
    )*};
}

tuples! {
    (A 0, B 1);
    (A 0, B 1, C 2);
    (A 0, B 1, C 2, D 3);
    (A 0, B 1, C 2, D 3, E 4);
    (A 0, B 1, C 2, D 3, E 4, F 5);
}

/// A tree during the search, in the closure of [`Check::tick`](crate::Check::tick). Tick it like the tree itself:
/// properties see what it does. You can also call all methods of the tree that change nothing, such as `sleep` and
/// `active`.
#[derive(Debug)]
pub struct Ticking<'a, T> {
    tree: &'a mut T,
    watch: &'a Watch,
    agent: usize,
}

impl<T> Deref for Ticking<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.tree
    }
}

impl<T: Tree> Ticking<'_, T> {
    /// Ticks the tree: see [`TreeFor::tick`].
    ///
    /// # Errors
    ///
    /// The error of a leaf, if the tree names an error type.
    pub fn tick<C: ?Sized>(&mut self, context: &mut C) -> <T as TreeFor<C>>::Answer
    where
        T: TreeFor<C>,
    {
        const { needs_no_time(<T as TreeFor<C>>::__TAKES_TIME) }
        self.tick_for(std::time::Duration::ZERO, context)
    }

    /// Ticks the tree for a span of time: see [`TreeFor::tick_for`].
    ///
    /// # Errors
    ///
    /// The error of a leaf, if the tree names an error type.
    pub fn tick_for<C: ?Sized>(&mut self, time: impl IntoDuration, context: &mut C) -> <T as TreeFor<C>>::Answer
    where
        T: TreeFor<C>,
    {
        let span = bt::Span::of(time).left();
        let answer = match self.watch.is_blind() {
            // The code without an observer is faster.
            true => self.watch.tick_unseen(span, || self.tree.tick_for(span, context)),
            false => self.watch.tick(self.agent, span, |eye| self.tree.tick_for_with(span, context, eye)),
        };
        self.forget_past(context);
        answer
    }

    /// Aborts the tree: see [`TreeFor::abort`].
    pub fn abort<C: ?Sized>(&mut self, context: &mut C)
    where
        T: TreeFor<C>,
    {
        self.watch.abort(self.agent, |eye| self.tree.abort_with(context, eye));
        self.forget_past(context);
    }

    /// Sends a message to the active leaves: see [`TreeFor::send`]. What it does to nodes is not an event.
    pub fn send<C: ?Sized, M: ?Sized>(&mut self, context: &mut C, message: &M)
    where
        T: TreeFor<C> + Receive<C, M>,
    {
        TreeFor::send(self.tree, context, message);
        self.forget_past(context);
    }

    fn forget_past<C: ?Sized>(&mut self, context: &mut C)
    where
        T: TreeFor<C>,
    {
        self.tree.__forget_past(context, self.watch.longest());
    }
}
