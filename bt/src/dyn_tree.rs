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

/// A tree behind a pointer, for a list of trees whose types are not known: `Box<dyn DynTree<Room>>`.
///
/// Use it where the trees come from elsewhere, or one tree replaces another while the program runs. Each tree in a box costs an
/// allocation, and each tick a call through a table. Where all types are known, an enum of trees costs neither:
/// [`TreeFor`](crate::TreeFor#which-trait-for-whom) says which to choose.
///
/// Every tree is a `DynTree`. `C` is its context, and `A` what a tick returns: [`Status`], or a `Result` of it for trees that name
/// an error type.
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
/// # Methods
///
/// A trait object has these methods without an import. Each does what the method of that name in [`TreeFor`] does:
///
/// | | |
/// | --- | --- |
/// | `tick_for(&mut self, time: Duration, context: &mut C) -> A` | [runs the tree](TreeFor::tick_for) for a time |
/// | `tick_for_with(&mut self, time: Duration, context: &mut C, observer: &mut dyn TreeObserver) -> A` | [the same, with an observer](TreeFor::tick_for_with) |
/// | `abort(&mut self, context: &mut C)` | [aborts](TreeFor::abort) the active nodes |
/// | `abort_with(&mut self, context: &mut C, observer: &mut dyn TreeObserver)` | [the same, with an observer](TreeFor::abort_with) |
/// | `reset(&mut self)` | [forgets everything](TreeFor::reset) and calls no hook |
/// | `is_running(&self) -> bool` | [whether the tree is waiting](TreeFor::is_running) to go on |
/// | `sleep(&self) -> Option<Duration>` | [how long ticks may be left out](TreeFor::sleep) |
/// | `active(&self) -> ActiveNodes<'_>` | [the active nodes](TreeFor::active), which can also [draw the tree](ActiveNodes::drawing) |
///
/// There is no `tick`: whether the tree keeps time is not known here. For one that does not, any time will do.
pub trait DynTree<C: ?Sized, A = Status>: ErasedTree<C, A> {}

impl<T: TreeFor<C, Answer = A>, C: ?Sized, A> DynTree<C, A> for T {}

/// The methods of a [`DynTree`], in a trait of their own that nobody can import: so they never meet those of [`TreeFor`] on the same
/// value, where `use bt::*` brings both traits.
pub trait ErasedTree<C: ?Sized, A = Status> {
    fn tick_for(&mut self, time: Duration, context: &mut C) -> A;
    fn tick_for_with(&mut self, time: Duration, context: &mut C, observer: &mut dyn TreeObserver) -> A;
    fn abort(&mut self, context: &mut C);
    fn abort_with(&mut self, context: &mut C, observer: &mut dyn TreeObserver);
    fn reset(&mut self);
    fn is_running(&self) -> bool;
    fn sleep(&self) -> Option<Duration>;
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
