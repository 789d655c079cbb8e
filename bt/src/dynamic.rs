//! `Dynamic`: the leaf `dynamic`, which holds a tree that is known only at run time. `Registry`: the names of such trees.

use alloc::boxed::Box;
use core::any::Any;
use core::fmt;
use core::marker::PhantomData;
use core::time::Duration;

use crate::answer::Answer;
use crate::behavior::Behavior;
use crate::dyn_tree::{ErasedNodes, ErasedSend, ErasedTree};
use crate::engine::hearing::ReceiveInside;
use crate::engine::machine::TreeAnswer;
use crate::engine::observe::watch::Watch;
use crate::engine::tick::tick_inputs::TickInputs;
use crate::engine::way::Chosen;
use crate::message::Receive;
use crate::outline::active::Search;
use crate::outline::facts::Facts;
use crate::status::{Outcome, Status};
use crate::time::Span;
use crate::value::Produces;

/// Makes trees by name, so that a tree with a [`dynamic`](crate::nodes::dynamic) node can be cloned and saved.
///
/// With `dynamic(name, registry = R)`, the argument gives a name at each start, and `R` makes the tree. A clone and a save
/// hold the name. When they are ticked next, the node makes its tree again, which begins anew.
///
/// `D` is the tree in the box: `dyn DynTree<Npc>`, or `dyn for<'a> DynTree<World<'a>>`.
///
/// ```
/// use bt::{DynTree, Registry, bt};
///
/// #[derive(Clone, Copy, Debug)]
/// enum Skill {
///     Dig,
///     Nap,
/// }
///
/// struct Npc {
///     skill: Skill,
///     holes: u32,
/// }
///
/// bt! { Dig(Npc) = sequence < wait(1.0), action(|npc| npc.holes += 1) > }
/// bt! { Nap(Npc) = wait(8.0) }
///
/// struct Skills;
///
/// impl Registry<dyn DynTree<Npc>> for Skills {
///     type Name = Skill;
///
///     fn make(name: &Skill) -> Option<Box<dyn DynTree<Npc>>> {
///         Some(match name {
///             Skill::Dig => Box::new(Dig::new()),
///             Skill::Nap => Box::new(Nap::new()),
///         })
///     }
/// }
///
/// bt! {
///     #[derive(Clone, Debug)]
///     Work(Npc) = forever < dynamic(|npc| npc.skill, registry = Skills) >
/// }
///
/// let mut npc = Npc { skill: Skill::Dig, holes: 0 };
/// let mut work = Work::new();
/// work.tick_for(2.5, &mut npc);
/// assert_eq!(npc.holes, 2);
/// let mut other = work.clone();
/// other.tick_for(1.0, &mut npc);
/// assert_eq!(npc.holes, 3);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a registry of trees for this `dynamic`",
    label = "not a registry for `{D}`",
    note = "write `impl Registry<{D}> for {Self}`"
)]
pub trait Registry<D: ?Sized> {
    /// The name of a tree: an enum, a `String` or a number. This is what is cloned, compared, saved and shown by `Debug`.
    type Name;

    /// Makes the tree with this name; `None` if there is none, for which the node fails. A save with such a name is not
    /// loaded.
    fn make(name: &Self::Name) -> Option<Box<D>>;
}

/// The leaf `dynamic`. `H` holds the tree, which answers with an `A`.
pub struct Dynamic<H, A> {
    holds: H,
    answer: PhantomData<fn() -> A>,
}

/// What holds a tree.
pub trait Holds {
    type Tree: ?Sized;

    /// The tree, if it has been made.
    fn tree(&self) -> Option<&Self::Tree>;

    /// The tree, which is made if it is not there; `None` if there is none.
    fn make(&mut self) -> Option<&mut Self::Tree>;
}

/// A tree that `dynamic` is given.
pub struct Boxed<D: ?Sized>(Box<D>);

/// A tree that `dynamic` makes by name.
pub struct Registered<D: ?Sized, R: Registry<D>> {
    name: R::Name,
    tree: Option<Box<D>>,
}

impl<D: ?Sized> Holds for Boxed<D> {
    type Tree = D;

    fn tree(&self) -> Option<&D> {
        Some(&self.0)
    }

    fn make(&mut self) -> Option<&mut D> {
        Some(&mut self.0)
    }
}

impl<D: ?Sized, R: Registry<D>> Holds for Registered<D, R> {
    type Tree = D;

    fn tree(&self) -> Option<&D> {
        self.tree.as_deref()
    }

    fn make(&mut self) -> Option<&mut D> {
        if self.tree.is_none() {
            self.tree = R::make(&self.name);
        }
        self.tree.as_deref_mut()
    }
}

impl<D: ?Sized, A> Dynamic<Boxed<D>, A> {
    /// A leaf with this tree.
    pub fn new(tree: Box<D>) -> Self {
        Dynamic { holds: Boxed(tree), answer: PhantomData }
    }

    /// A leaf with the tree that a closure returns.
    pub fn of<C: ?Sized>(make: impl FnOnce(&C) -> Box<D>, context: &C) -> Self {
        Self::new(make(context))
    }
}

impl<D: ?Sized, R: Registry<D>, A> Dynamic<Registered<D, R>, A> {
    /// A leaf with the tree of this name.
    pub fn new(name: R::Name) -> Self {
        Dynamic { holds: Registered { name, tree: None }, answer: PhantomData }
    }

    /// A leaf with the tree whose name a closure returns.
    pub fn of<C: ?Sized>(name: impl FnOnce(&C) -> R::Name, context: &C) -> Self {
        Self::new(name(context))
    }
}

impl<H, A> Dynamic<H, A> {
    pub const __TREE: Facts = Facts::HOLDER;
}

impl<H: Holds<Tree: ErasedNodes>, A> Dynamic<H, A> {
    /// The position of the leaf. The search may want a node of its tree.
    pub fn __active(&self, node: usize, search: Search<'_>) -> Option<usize> {
        search.found_with(node, || self.holds.tree().into_iter().flat_map(|tree| tree.active()))
    }
}

impl<H: fmt::Debug, A> fmt::Debug for Dynamic<H, A> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.holds.fmt(formatter)
    }
}

impl<D: ?Sized + ErasedNodes> fmt::Debug for Boxed<D> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Dynamic").field(&self.0.active()).finish()
    }
}

impl<D: ?Sized, R: Registry<D, Name: fmt::Debug>> fmt::Debug for Registered<D, R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Dynamic").field(&self.name).finish()
    }
}

impl<H: Clone, A> Clone for Dynamic<H, A> {
    fn clone(&self) -> Self {
        Dynamic { holds: self.holds.clone(), answer: PhantomData }
    }
}

/// A clone has the name, and makes the tree when it is ticked.
impl<D: ?Sized, R: Registry<D, Name: Clone>> Clone for Registered<D, R> {
    fn clone(&self) -> Self {
        Registered { name: self.name.clone(), tree: None }
    }
}

impl<H: PartialEq, A> PartialEq for Dynamic<H, A> {
    fn eq(&self, other: &Self) -> bool {
        self.holds == other.holds
    }
}

/// They are equal if they have the same name.
impl<D: ?Sized, R: Registry<D, Name: PartialEq>> PartialEq for Registered<D, R> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// What can be cloned and saved of a tree that has no name: nothing, so this never holds.
#[diagnostic::on_unimplemented(
    message = "a tree with a `dynamic` node is neither `Clone` nor `Serialize`, since a boxed tree is neither",
    label = "its `dynamic` names no registry",
    note = "to clone and save its name instead, write `dynamic(|npc| npc.skill, registry = Skills)`, with an `impl Registry` for `Skills`"
)]
pub trait HasRegistry {}

impl<D: ?Sized> Clone for Boxed<D>
where
    Boxed<D>: HasRegistry,
{
    fn clone(&self) -> Self {
        unreachable!("a tree without a name is not cloned")
    }
}

impl<H: Holds<Tree: ErasedTree<C, A>>, C: ?Sized, A: TreeAnswer> Behavior<C> for Dynamic<H, A> {
    type Answer = A::Chosen;

    const TAKES_TIME: bool = true;

    fn start(&mut self, _: &mut C) {
        if let Some(tree) = self.holds.make() {
            tree.reset();
        }
    }

    fn run(&mut self, context: &mut C) -> Self::Answer {
        self.run_for(context, &mut Span::of(Duration::ZERO))
    }

    fn run_for(&mut self, context: &mut C, span: &mut Span) -> Self::Answer {
        match self.holds.make() {
            Some(tree) => tree.tick_span(span, context).chosen(),
            None => fails::<A>().chosen(),
        }
    }

    fn finish(&mut self, context: &mut C, _: Outcome) {
        if let Some(tree) = self.holds.make().filter(|tree| tree.is_running()) {
            tree.abort(context);
        }
    }

    fn sleep(&self) -> Option<Duration> {
        self.holds.tree()?.sleep()
    }
}

/// The answer of a node without a tree.
fn fails<A: TreeAnswer>() -> A {
    A::answered(Ok(Status::Failure), None)
}

impl<H: Holds<Tree: ErasedTree<C, A>>, C: ?Sized, A: TreeAnswer> Chosen<C> for Dynamic<H, A> {
    fn may_be_mocked_chosen(&self) -> bool {
        !self.holds.tree().is_some_and(|tree| tree.is_running())
    }

    fn run_chosen<W: Watch>(&mut self, _: usize, context: &mut C, inputs: &mut TickInputs<'_, W>) -> A::Chosen {
        match self.holds.make() {
            Some(tree) => inputs.lend(|nested| tree.__tick_nested(context, nested)).chosen(),
            None => fails::<A>().chosen(),
        }
    }

    fn finish_chosen<W: Watch>(&mut self, _: usize, context: &mut C, inputs: &mut TickInputs<'_, W>, _: Outcome) {
        // A tree that has ended by itself is already idle.
        if let Some(tree) = self.holds.make().filter(|tree| tree.is_running()) {
            inputs.lend(|nested| tree.__abort_nested(context, nested));
        }
    }

    fn relay_chosen<M: Any, W: Watch>(&mut self, _: usize, _: &mut C, _: &mut TickInputs<'_, W>, _: &M) -> Status {
        Status::Running
    }
}

impl<H, C: ?Sized, A: TreeAnswer, M: ?Sized> Receive<C, M> for Dynamic<H, A>
where
    H: Holds<Tree: ErasedTree<C, A> + ErasedSend<C, M>>,
{
    fn receive(&mut self, context: &mut C, message: &M) -> Status {
        if let Some(tree) = self.holds.make() {
            tree.send(context, message);
        }
        Status::Running
    }
}

impl<H, C: ?Sized, A: TreeAnswer, M: ?Sized> ReceiveInside<C, M> for Dynamic<H, A>
where
    H: Holds<Tree: ErasedTree<C, A> + ErasedSend<C, M>>,
{
    fn receive_inside<W: Watch>(
        &mut self,
        _: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) -> Status {
        if let Some(tree) = self.holds.make().filter(|tree| tree.is_running()) {
            inputs.lend(|nested| tree.__send_nested(context, nested, message));
        }
        Status::Running
    }
}

impl<H, A: Answer> Produces for Dynamic<H, A> {
    type Value = A::Value;
}

#[cfg(feature = "serde")]
mod saved {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Boxed, Dynamic, HasRegistry, PhantomData, Registered, Registry};

    impl<H: Serialize, A> Serialize for Dynamic<H, A> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.holds.serialize(serializer)
        }
    }

    impl<'de, H: Deserialize<'de>, A> Deserialize<'de> for Dynamic<H, A> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Ok(Dynamic { holds: H::deserialize(deserializer)?, answer: PhantomData })
        }
    }

    impl<T: ?Sized, R: Registry<T, Name: Serialize>> Serialize for Registered<T, R> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.name.serialize(serializer)
        }
    }

    /// A name without a tree is an error of the save.
    impl<'de, T: ?Sized, R: Registry<T, Name: Deserialize<'de>>> Deserialize<'de> for Registered<T, R> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let name = R::Name::deserialize(deserializer)?;
            let tree =
                R::make(&name).ok_or_else(|| D::Error::custom("the registry of a `dynamic` has no such tree"))?;
            Ok(Registered { name, tree: Some(tree) })
        }
    }

    impl<T: ?Sized> Serialize for Boxed<T>
    where
        Boxed<T>: HasRegistry,
    {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            unreachable!("a tree without a name is not saved")
        }
    }

    impl<'de, T: ?Sized> Deserialize<'de> for Boxed<T>
    where
        Boxed<T>: HasRegistry,
    {
        fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
            Err(D::Error::custom("a tree without a name is not loaded"))
        }
    }
}
