//! `DynTree`: any tree, behind a pointer.

use core::fmt;
use core::time::Duration;

use crate::describe::draw_active;
use crate::node_info::NodeInfo;
use crate::observe::TreeObserver;
use crate::outline::active::{Search, next_active};
use crate::outline::facts::Facts;
use crate::outline::generated_tree::GeneratedTree;
use crate::status::Status;
use crate::tree_for::TreeFor;

/// Any tree for agents whose context is `C`, as a trait object: for a list of trees of several types.
///
/// `A` is what a tick returns: [`Status`], or a `Result` of it for trees that name an error type. Every tree has this trait.
/// A box costs an allocation for each tree, and a tick of it a call through a table. Where all types are known, an enum of
/// trees costs neither: see [`TreeFor`].
///
/// ```
/// use bt::{DynTree, bt};
/// use std::time::Duration;
///
/// bt! { Blink(u32) = forever < sequence < wait(0.5), action(|count| *count += 1) > > }
/// bt! { Count(u32) { by: u32 } = action(|count| *count += by) }
///
/// let mut trees: Vec<Box<dyn DynTree<u32>>> = vec![Box::new(Blink::new()), Box::new(Count::new(5))];
/// let mut count = 0;
/// for tree in &mut trees {
///     tree.tick_for(Duration::from_secs(1), &mut count);
/// }
/// assert_eq!(count, 7);
/// assert_eq!(trees[0].active().count(), 3);
/// ```
///
/// A context that borrows is written with `for`:
///
/// ```
/// use bt::{DynTree, bt};
/// use std::time::Duration;
///
/// struct World<'a>(&'a mut String);
///
/// bt! { Dog(World<'_>) = action(|world| world.0.push_str("woof ")) }
/// bt! { Cat(World<'_>) = action(|world| world.0.push_str("meow ")) }
///
/// let pets: [Box<dyn for<'a> DynTree<World<'a>>>; 2] = [Box::new(Dog::new()), Box::new(Cat::new())];
/// let mut noise = String::new();
/// for mut pet in pets {
///     pet.tick_for(Duration::ZERO, &mut World(&mut noise));
/// }
/// assert_eq!(noise, "woof meow ");
/// ```
///
/// The methods are those of [`ErasedTree`], which need not be imported: a trait object has them by itself. So they do not
/// meet those of [`TreeFor`], where both are imported.
pub trait DynTree<C: ?Sized, A = Status>: ErasedTree<C, A> {}

impl<T: ErasedTree<C, A> + ?Sized, C: ?Sized, A> DynTree<C, A> for T {}

/// The methods of a [`DynTree`].
pub trait ErasedTree<C: ?Sized, A = Status> {
    /// Runs the tree for a time, as [`TreeFor::tick_for`] does. There is no `tick`: whether the tree keeps time is not known
    /// here. For one that does not, any time will do.
    ///
    /// # Errors
    ///
    /// As with [`TreeFor::tick_for`].
    fn tick_for(&mut self, time: Duration, context: &mut C) -> A;

    /// Runs the tree as [`tick_for`](ErasedTree::tick_for) does, and reports to an observer what happens.
    ///
    /// # Errors
    ///
    /// As with [`tick_for`](ErasedTree::tick_for).
    fn tick_for_with(&mut self, time: Duration, context: &mut C, observer: &mut dyn TreeObserver) -> A;

    /// Aborts the active nodes: the `finish` of each active leaf is called with [`Aborted`](crate::Outcome::Aborted).
    /// Each `finally` whose child is active runs its cleanup for an instant.
    fn abort(&mut self, context: &mut C);

    /// Aborts the active nodes as [`abort`](ErasedTree::abort) does, and reports to an observer what happens.
    fn abort_with(&mut self, context: &mut C, observer: &mut dyn TreeObserver);

    /// Forgets everything and calls no hook.
    fn reset(&mut self);

    /// Whether the tree is waiting to go on.
    fn is_running(&self) -> bool;

    /// How long ticks may be left out with nothing lost, as [`TreeFor::sleep`] says.
    fn sleep(&self) -> Option<Duration>;

    /// The active nodes, each before its children.
    fn active(&self) -> ActiveNodes<'_>;
}

impl<T: TreeFor<C, Answer = A>, C: ?Sized, A> ErasedTree<C, A> for T {
    fn tick_for(&mut self, time: Duration, context: &mut C) -> A {
        TreeFor::tick_for(self, time, context)
    }

    fn tick_for_with(&mut self, time: Duration, context: &mut C, observer: &mut dyn TreeObserver) -> A {
        TreeFor::tick_for_with(self, time, context, observer)
    }

    fn abort(&mut self, context: &mut C) {
        TreeFor::abort(self, context);
    }

    fn abort_with(&mut self, context: &mut C, observer: &mut dyn TreeObserver) {
        TreeFor::abort_with(self, context, observer);
    }

    fn reset(&mut self) {
        TreeFor::reset(self);
    }

    fn is_running(&self) -> bool {
        TreeFor::is_running(self)
    }

    fn sleep(&self) -> Option<Duration> {
        TreeFor::sleep(self)
    }

    fn active(&self) -> ActiveNodes<'_> {
        ActiveNodes { tree: self, position: 0 }
    }
}

/// The active nodes of a [`DynTree`].
#[derive(Clone)]
pub struct ActiveNodes<'t> {
    tree: &'t dyn HasNodes,
    position: usize,
}

/// What the nodes are read from.
trait HasNodes {
    fn facts(&self) -> Facts;
    fn first_active(&self, search: Search) -> Option<usize>;
}

impl<T: GeneratedTree> HasNodes for T {
    fn facts(&self) -> Facts {
        self.__facts()
    }

    fn first_active(&self, search: Search) -> Option<usize> {
        self.__first_active(search)
    }
}

impl<'t> ActiveNodes<'t> {
    /// A drawing of the whole tree, in which the active nodes have a star. `{}` draws with Unicode, `{:#}` in plain ASCII.
    ///
    /// ```
    /// use bt::{DynTree, bt};
    ///
    /// bt! { Dog(()) = sequence < bark: succeed, sleep: running > }
    ///
    /// let mut mind: Box<dyn DynTree<()>> = Box::new(Dog::new());
    /// mind.tick_for(std::time::Duration::ZERO, &mut ());
    /// assert_eq!(mind.active().drawing().to_string(), "\
    /// * sequence
    ///   ├── bark: succeed
    /// * └── sleep: running
    /// ");
    /// ```
    pub fn drawing(&self) -> impl fmt::Display + use<'t> {
        Drawing(self.tree)
    }
}

struct Drawing<'t>(&'t dyn HasNodes);

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw_active(self.0.facts(), |search| self.0.first_active(search), formatter)
    }
}

impl Iterator for ActiveNodes<'_> {
    type Item = NodeInfo;

    fn next(&mut self) -> Option<NodeInfo> {
        next_active(&self.tree.facts(), &mut self.position, |search| self.tree.first_active(search))
    }
}

impl fmt::Debug for ActiveNodes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
