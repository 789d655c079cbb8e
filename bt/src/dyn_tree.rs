//! `DynTree`: any tree as a trait object.

use core::fmt;
use core::time::Duration;

use crate::describe::draw_nodes;
use crate::engine::nested::{Addressed, Sends};
use crate::engine::tick::lent::Nested;
use crate::node_info::NodeInfo;
use crate::observe::TreeObserver;
use crate::outline::active::{HasNodes, Search, Walk};
use crate::outline::facts::Facts;
use crate::outline::generated_tree::GeneratedTree;
use crate::status::Status;
use crate::time::Span;
use crate::tree_for::TreeFor;

/// Any tree as a trait object, for lists of trees of unknown types: `Box<dyn DynTree<Room>>`.
///
/// Use it if the trees come from other crates, or if one tree replaces another at run time. Each tree costs an
/// allocation, and each tick a virtual call. If all types are known at compile time, an enum of trees costs neither:
/// [`TreeFor`](crate::TreeFor#which-trait-for-whom) compares the two.
///
/// Every tree that is `Send` and `Sync` is a `DynTree`, and so is the box: it can be moved to a thread, and be part of
/// a component of Bevy. For all others there is [`LocalDynTree`].
///
/// `C` is the context of the tree. `A` is what a tick returns: [`Status`], or for example a `Result` of it for trees
/// that name an error type.
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
/// | `tick_span(&mut self, span: &mut Span, context: &mut C) -> A` | ticks the tree for a span of time, and leaves in it what the tree has not used |
/// | `send(&mut self, context: &mut C, message: &M)` | [sends a message](TreeFor::send) to the active leaves |
/// | `abort(&mut self, context: &mut C)` | [aborts](TreeFor::abort) the active nodes |
/// | `abort_with(&mut self, context: &mut C, observer: &mut dyn TreeObserver)` | [the same, with an observer](TreeFor::abort_with) |
/// | `reset(&mut self)` | [returns to the initial state](TreeFor::reset) without calling a hook |
/// | `is_running(&self) -> bool` | [whether the tree is running](TreeFor::is_running) |
/// | `sleep(&self) -> Option<Duration>` | [how long you can skip ticks](TreeFor::sleep) |
/// | `active(&self) -> ActiveNodes<'_>` | [the active nodes](TreeFor::active), which can also [draw the tree](ActiveNodes::drawing) |
///
/// There is no `tick`, since the tree may need a duration. If it needs none, pass any.
///
/// # Messages
///
/// `M` is the type of the messages that [`send`](TreeFor::send) takes; there are none by default. A tree whose header
/// names a type of messages fits into a box for that type, and into a box without messages. A tree whose header names
/// none fits into every box for messages that are sized and borrow nothing; of its leaves, those that derive `Behavior`
/// hear them.
///
/// ```
/// use bt::{Behavior, DynTree, Status, bt};
///
/// #[derive(Behavior, Default)]
/// #[behavior(context = u32, message = u8)]
/// struct Listen;
///
/// impl Listen {
///     fn run(&self, _: &mut u32) -> Status {
///         Status::Running
///     }
///
///     fn receive(&self, heard: &mut u32, sound: &u8) {
///         *heard += u32::from(*sound);
///     }
/// }
///
/// bt! { Dog(u32) on u8 = listen }
/// bt! { Cat(u32) = listen }
///
/// let mut heard = 0;
/// let mut pets: [Box<dyn DynTree<u32, Status, u8>>; 2] = [Box::new(Dog::new()), Box::new(Cat::new())];
/// for pet in &mut pets {
///     pet.tick_for(std::time::Duration::ZERO, &mut heard);
///     pet.send(&mut heard, &3);
/// }
/// assert_eq!(heard, 6);
/// ```
///
/// # A tree in a tree
///
/// The node [`dynamic`](crate::nodes::dynamic) runs a boxed tree inside another one. A leaf of your own that holds one
/// ticks it with `tick_span` and the span of its `run`, so that the time that the tree uses is taken off the span.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tree for this box, a `dyn DynTree<{C}, {A}, {M}>`",
    label = "not a tree for the context, the answer and the messages of the box",
    note = "the box must have the context, error and value of the tree, and the messages in its header, or none; an \
            enum is a tree if each of its variants holds a tree",
    note = "for a tree that is not `Send` and `Sync`, use a `Box<dyn LocalDynTree<..>>`"
)]
pub trait DynTree<C: ?Sized, A = Status, M: ?Sized = NoMessage>: LocalDynTree<C, A, M> + Send + Sync {}

#[diagnostic::do_not_recommend]
impl<T, C: ?Sized, A, M: ?Sized> DynTree<C, A, M> for T where
    T: TreeFor<C, Answer = A> + Addressed<M, By: Sends<T, C, M>> + Send + Sync
{
}

/// A [`DynTree`] that need not be `Send` and `Sync`: for trees with an `Rc` or a `LocalRequest` in them. A
/// [`dynamic`](crate::nodes::dynamic) node takes it with `local = true`.
///
/// ```
/// use std::rc::Rc;
/// use std::time::Duration;
///
/// use bt::{LocalDynTree, bt};
///
/// bt! { Sing(String) { song: Rc<str> } = action(|sung| sung.push_str(&song)) }
///
/// let mut bird: Box<dyn LocalDynTree<String>> = Box::new(Sing::new(Rc::from("tweet")));
/// let mut sung = String::new();
/// bird.tick_for(Duration::ZERO, &mut sung);
/// assert_eq!(sung, "tweet");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tree for this box, a `dyn LocalDynTree<{C}, {A}, {M}>`",
    label = "not a tree for the context, the answer and the messages of the box",
    note = "the box must have the context, error and value of the tree, and the messages in its header, or none; an \
            enum is a tree if each of its variants holds a tree"
)]
pub trait LocalDynTree<C: ?Sized, A = Status, M: ?Sized = NoMessage>: ErasedTree<C, A> + ErasedSend<C, M> {}

#[diagnostic::do_not_recommend]
impl<T, C: ?Sized, A, M: ?Sized> LocalDynTree<C, A, M> for T where
    T: TreeFor<C, Answer = A> + Addressed<M, By: Sends<T, C, M>>
{
}

/// The messages of a [`DynTree`] that takes none: a type without values, so that nothing can be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoMessage {}

/// The methods of a [`DynTree`], in a separate trait that cannot be imported. So `use bt::*` brings no two methods of
/// the same name into scope.
pub trait ErasedTree<C: ?Sized, A = Status>: ErasedNodes {
    fn tick_for(&mut self, time: Duration, context: &mut C) -> A;
    fn tick_for_with(&mut self, time: Duration, context: &mut C, observer: &mut dyn TreeObserver) -> A;
    fn tick_span(&mut self, span: &mut Span, context: &mut C) -> A;
    fn abort(&mut self, context: &mut C);
    fn abort_with(&mut self, context: &mut C, observer: &mut dyn TreeObserver);
    fn reset(&mut self);
    fn is_running(&self) -> bool;
    fn sleep(&self) -> Option<Duration>;

    #[doc(hidden)]
    fn __tick_nested(&mut self, context: &mut C, nested: Nested<'_>) -> A;
    #[doc(hidden)]
    fn __abort_nested(&mut self, context: &mut C, nested: Nested<'_>);
}

/// The method of a [`DynTree`] that depends on its messages.
pub trait ErasedSend<C: ?Sized, M: ?Sized> {
    fn send(&mut self, context: &mut C, message: &M);

    #[doc(hidden)]
    fn __send_nested(&mut self, context: &mut C, nested: Nested<'_>, message: &M);
}

impl<T: Addressed<M, By: Sends<T, C, M>>, C: ?Sized, M: ?Sized> ErasedSend<C, M> for T {
    fn send(&mut self, context: &mut C, message: &M) {
        T::By::send(self, context, message);
    }

    fn __send_nested(&mut self, context: &mut C, nested: Nested<'_>, message: &M) {
        T::By::send_nested(self, context, nested, message);
    }
}

impl<T: TreeFor<C, Answer = A>, C: ?Sized, A> ErasedTree<C, A> for T {
    fn tick_for(&mut self, time: Duration, context: &mut C) -> A {
        TreeFor::tick_for(self, time, context)
    }

    fn tick_for_with(&mut self, time: Duration, context: &mut C, observer: &mut dyn TreeObserver) -> A {
        TreeFor::tick_for_with(self, time, context, observer)
    }

    fn tick_span(&mut self, span: &mut Span, context: &mut C) -> A {
        TreeFor::tick_for(self, span, context)
    }

    fn __tick_nested(&mut self, context: &mut C, nested: Nested<'_>) -> A {
        TreeFor::__tick_nested(self, context, nested)
    }

    fn __abort_nested(&mut self, context: &mut C, nested: Nested<'_>) {
        TreeFor::__abort_nested(self, context, nested);
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
}

/// The method of a [`DynTree`] that depends on nothing.
pub trait ErasedNodes {
    fn active(&self) -> ActiveNodes<'_>;

    #[cfg(feature = "boxed-saves")]
    #[doc(hidden)]
    fn __save(&self, save: &mut dyn FnMut(&dyn erased_serde::Serialize));
    #[cfg(feature = "boxed-saves")]
    #[doc(hidden)]
    fn __load(&mut self, saved: &mut dyn erased_serde::Deserializer<'_>) -> Option<Result<(), erased_serde::Error>>;
}

impl<T: GeneratedTree> ErasedNodes for T {
    fn active(&self) -> ActiveNodes<'_> {
        ActiveNodes { tree: self, walk: Walk::default() }
    }

    #[cfg(feature = "boxed-saves")]
    fn __save(&self, save: &mut dyn FnMut(&dyn erased_serde::Serialize)) {
        self.__save_boxed(save);
    }

    #[cfg(feature = "boxed-saves")]
    fn __load(&mut self, saved: &mut dyn erased_serde::Deserializer<'_>) -> Option<Result<(), erased_serde::Error>> {
        self.__load_boxed(saved)
    }
}

/// The active nodes of a [`DynTree`], each before its children: what its method `active` returns.
#[derive(Clone)]
pub struct ActiveNodes<'t> {
    tree: &'t dyn HasNodes,
    walk: Walk,
}

impl<T: GeneratedTree> HasNodes for T {
    fn facts(&self) -> Facts {
        self.__facts()
    }

    fn first_active(&self, search: Search<'_>) -> Option<usize> {
        self.__first_active(search)
    }
}

impl<'t> ActiveNodes<'t> {
    /// The tree of these nodes.
    #[cfg(feature = "alloc")]
    pub(crate) fn tree(&self) -> &'t dyn HasNodes {
        self.tree
    }

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
        draw_nodes(self.0, formatter)
    }
}

impl Iterator for ActiveNodes<'_> {
    type Item = NodeInfo;

    fn next(&mut self) -> Option<NodeInfo> {
        self.walk.next(&self.tree.facts(), |search| self.tree.first_active(search))
    }
}

impl fmt::Debug for ActiveNodes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
