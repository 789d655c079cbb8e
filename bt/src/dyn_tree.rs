//! `DynTree`: any tree as a trait object.

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

/// Any tree as a trait object, for lists of trees of unknown types: `Box<dyn DynTree<Room>>`.
///
/// Use it if the trees come from other crates, or if one tree replaces another at run time. Each tree costs an
/// allocation, and each tick a virtual call. If all types are known at compile time, an enum of trees costs neither:
/// [`TreeFor`](crate::TreeFor#which-trait-for-whom) compares the two.
///
/// Every tree is a `DynTree`. `C` is its context. `A` is what a tick returns: [`Status`], or for example a `Result` of
/// it for trees that name an error type.
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
/// For a context that borrows, write `for`:
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
/// A trait object has these methods without an import. Each does the same as the method of that name in [`TreeFor`]:
///
/// | | |
/// | --- | --- |
/// | `tick_for(&mut self, time: Duration, context: &mut C) -> A` | [ticks the tree](TreeFor::tick_for) for a span of time |
/// | `tick_for_with(&mut self, time: Duration, context: &mut C, observer: &mut dyn TreeObserver) -> A` | [the same, with an observer](TreeFor::tick_for_with) |
/// | `abort(&mut self, context: &mut C)` | [aborts](TreeFor::abort) the active nodes |
/// | `abort_with(&mut self, context: &mut C, observer: &mut dyn TreeObserver)` | [the same, with an observer](TreeFor::abort_with) |
/// | `reset(&mut self)` | [returns to the initial state](TreeFor::reset) without calling a hook |
/// | `is_running(&self) -> bool` | [whether the tree is running](TreeFor::is_running) |
/// | `sleep(&self) -> Option<Duration>` | [how long you can skip ticks](TreeFor::sleep) |
/// | `active(&self) -> ActiveNodes<'_>` | [the active nodes](TreeFor::active), which can also [draw the tree](ActiveNodes::drawing) |
///
/// There is no `tick`, since the tree may need a duration. If it needs none, pass any.
pub trait DynTree<C: ?Sized, A = Status>: ErasedTree<C, A> {}

impl<T: TreeFor<C, Answer = A>, C: ?Sized, A> DynTree<C, A> for T {}

/// The methods of a [`DynTree`], in a separate trait that cannot be imported. So `use bt::*` brings no two methods of
/// the same name into scope.
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

/// A tree, as far as its active nodes are concerned.
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
    /// A drawing of the whole tree, with a star at each active node. `{}` draws with Unicode, `{:#}` in plain ASCII.
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
