//! `Dynamic`: the leaf `dynamic`, which holds a boxed tree. `Registry`: the names of such trees.

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
/// With `dynamic(name, registry = R)`, the argument gives a name at each start, and `R` makes the tree. A clone holds
/// the name: in its next tick, the node makes its tree again, and that tree starts over.
///
/// A save holds the name. With the feature `boxed-saves`, it also holds the state of the tree in the box, if that tree
/// derives `Serialize` and `Deserialize`, and is not an enum of trees. Without the state, the tree starts over.
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
    /// The name of a tree: an enum, a `String` or a number. This is what is cloned, compared, saved and shown by
    /// `Debug`.
    type Name;

    /// Makes the tree with this name. `None` if there is none: then the node fails, and a save with that name is not
    /// loaded.
    fn make(name: &Self::Name) -> Option<Box<D>>;
}

/// The leaf `dynamic`. `H` holds the tree, which answers with an `A`.
#[doc(hidden)]
pub struct Dynamic<H, A> {
    holds: H,
    answer: PhantomData<fn() -> A>,
}

/// What holds a tree.
pub trait Holds {
    type Tree: ?Sized;

    /// The tree, if it has been made.
    fn tree(&self) -> Option<&Self::Tree>;

    /// The tree, if it has been made. Only a tick and loading make it: there is nothing to abort in a tree that is not there.
    fn tree_mut(&mut self) -> Option<&mut Self::Tree>;

    /// The tree, which is made if it is not there; `None` if there is none.
    fn make(&mut self) -> Option<&mut Self::Tree>;
}

/// A tree that is the argument of a `dynamic`.
pub struct Boxed<D: ?Sized>(Box<D>);

/// A tree that a `dynamic` makes by its name.
pub struct Registered<D: ?Sized, R: Registry<D>> {
    pub name: R::Name,
    /// The tree, once it is made.
    pub tree: Option<Box<D>>,
}

impl<D: ?Sized> Holds for Boxed<D> {
    type Tree = D;

    fn tree(&self) -> Option<&D> {
        Some(&self.0)
    }

    fn tree_mut(&mut self) -> Option<&mut D> {
        Some(&mut self.0)
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

    fn tree_mut(&mut self) -> Option<&mut D> {
        self.tree.as_deref_mut()
    }

    fn make(&mut self) -> Option<&mut D> {
        if self.tree.is_none() {
            self.tree = R::make(&self.name);
        }
        self.tree.as_deref_mut()
    }
}

/// The name that a closure returns.
pub fn name_of_tree<C: ?Sized, N>(give: impl FnOnce(&C) -> N, context: &C) -> N {
    give(context)
}

impl<H, A> Dynamic<H, A> {
    pub const __TREE: Facts = Facts::HOLDER;

    /// A leaf with what holds its tree.
    pub fn around(holds: H) -> Self {
        Dynamic { holds, answer: PhantomData }
    }
}

impl<D: ?Sized, A> Dynamic<Boxed<D>, A> {
    /// A leaf with this tree.
    pub fn new(tree: Box<D>) -> Self {
        Dynamic::around(Boxed(tree))
    }

    /// A leaf with the tree that a closure returns.
    pub fn of<C: ?Sized>(make: impl FnOnce(&C) -> Box<D>, context: &C) -> Self {
        Self::new(make(context))
    }
}

impl<H: Holds<Tree: ErasedNodes>, A> Dynamic<H, A> {
    /// The position of the leaf. The search may want a node of its tree.
    pub fn __seek(&self, node: usize, search: Search<'_>) -> Option<usize> {
        search.found_with(node, self.holds.tree().map(|tree| tree.active().tree()))
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

/// Never implemented: a boxed tree without a name can be neither cloned nor saved.
#[diagnostic::on_unimplemented(
    message = "a tree with a `dynamic` node is neither `Clone` nor `Serialize`, since a boxed tree is neither",
    label = "its `dynamic` names no registry",
    note = "to clone and save its name instead, write `dynamic(|npc| npc.skill, registry = Skills)`, with an `impl \
            Registry` for `Skills`"
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
        if let Some(tree) = self.holds.tree_mut() {
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
        if let Some(tree) = self.holds.tree_mut().filter(|tree| tree.is_running()) {
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

    fn run_chosen<W: Watch>(&mut self, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>) -> A::Chosen {
        match self.holds.make() {
            Some(tree) => inputs.lend(node, |nested| tree.__tick_nested(context, nested)).chosen(),
            None => fails::<A>().chosen(),
        }
    }

    fn finish_chosen<W: Watch>(&mut self, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>, _: Outcome) {
        // A tree that has ended by itself is already idle.
        if let Some(tree) = self.holds.tree_mut().filter(|tree| tree.is_running()) {
            inputs.lend(node, |nested| tree.__abort_nested(context, nested));
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
        if let Some(tree) = self.holds.tree_mut() {
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
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) -> Status {
        if let Some(tree) = self.holds.tree_mut().filter(|tree| tree.is_running()) {
            inputs.lend(node, |nested| tree.__send_nested(context, nested, message));
        }
        Status::Running
    }
}

impl<H, A: Answer> Produces for Dynamic<H, A> {
    type Value = A::Value;
}

#[cfg(feature = "serde")]
mod saved {
    use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
    use serde::ser::SerializeStruct;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Box, Boxed, Dynamic, ErasedNodes, HasRegistry, PhantomData, Registered, Registry, fmt};

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

    /// The fields of a save: the name of the tree, and the tree, if it is there and can be saved.
    const FIELDS: &[&str] = &["name", "tree"];

    impl<T: ?Sized + ErasedNodes, R: Registry<T, Name: Serialize>> Serialize for Registered<T, R> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut save = serializer.serialize_struct("Dynamic", FIELDS.len())?;
            save.serialize_field(FIELDS[0], &self.name)?;
            save.serialize_field(FIELDS[1], &SavedTree(self.tree.as_deref()))?;
            save.end()
        }
    }

    struct SavedTree<'t, T: ?Sized>(Option<&'t T>);

    impl<T: ?Sized + ErasedNodes> Serialize for SavedTree<'_, T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            #[cfg(feature = "boxed-saves")]
            if let Some(tree) = self.0 {
                let (mut left, mut saved) = (Some(serializer), None);
                tree.__save(&mut |tree| saved = left.take().map(|serializer| serializer.serialize_some(tree)));
                return saved.or_else(|| left.map(Serializer::serialize_none)).expect("one of them is called");
            }
            serializer.serialize_none()
        }
    }

    impl<'de, T: ?Sized + ErasedNodes, R: Registry<T, Name: Deserialize<'de>>> Deserialize<'de> for Registered<T, R> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_struct("Dynamic", FIELDS, Fields(PhantomData))
        }
    }

    struct Fields<T: ?Sized, R>(PhantomData<(Box<T>, R)>);

    impl<'de, T: ?Sized + ErasedNodes, R: Registry<T, Name: Deserialize<'de>>> Visitor<'de> for Fields<T, R> {
        type Value = Registered<T, R>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("the name of a tree, and the tree")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut save: A) -> Result<Self::Value, A::Error> {
            let name = save.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
            let mut loaded = made::<T, R, _>(name)?;
            save.next_element_seed(LoadedTree(&mut loaded))?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
            Ok(loaded)
        }

        fn visit_map<A: MapAccess<'de>>(self, mut save: A) -> Result<Self::Value, A::Error> {
            let mut loaded = None;
            while let Some(field) = save.next_key::<Field>()? {
                match (field, &mut loaded) {
                    (Field::Name, loaded) => *loaded = Some(made::<T, R, _>(save.next_value()?)?),
                    (Field::Tree, Some(loaded)) => save.next_value_seed(LoadedTree(loaded))?,
                    (Field::Tree, None) => return Err(A::Error::custom("the name of a tree comes before the tree")),
                    (Field::Other, _) => _ = save.next_value::<IgnoredAny>()?,
                }
            }
            loaded.ok_or_else(|| A::Error::missing_field(FIELDS[0]))
        }
    }

    #[derive(Deserialize)]
    #[serde(field_identifier, rename_all = "lowercase")]
    enum Field {
        Name,
        Tree,
        #[serde(other)]
        Other,
    }

    /// Makes the tree of a name. A name without a tree is an error of the save.
    fn made<T: ?Sized, R: Registry<T>, E: Error>(name: R::Name) -> Result<Registered<T, R>, E> {
        let tree = R::make(&name).ok_or_else(|| E::custom("the registry of a `dynamic` has no such tree"))?;
        Ok(Registered { name, tree: Some(tree) })
    }

    /// Loads the state of a tree that the registry has made. Without a state, the tree starts over.
    #[cfg_attr(not(feature = "boxed-saves"), expect(dead_code, reason = "no state is loaded"))]
    struct LoadedTree<'t, T: ?Sized, R: Registry<T>>(&'t mut Registered<T, R>);

    impl<'de, T: ?Sized + ErasedNodes, R: Registry<T>> DeserializeSeed<'de> for LoadedTree<'_, T, R> {
        type Value = ();

        fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
            deserializer.deserialize_option(self)
        }
    }

    impl<'de, T: ?Sized + ErasedNodes, R: Registry<T>> Visitor<'de> for LoadedTree<'_, T, R> {
        type Value = ();

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a tree")
        }

        fn visit_none<E: Error>(self) -> Result<(), E> {
            Ok(())
        }

        fn visit_unit<E: Error>(self) -> Result<(), E> {
            Ok(())
        }

        #[cfg(feature = "boxed-saves")]
        fn visit_some<D: Deserializer<'de>>(self, saved: D) -> Result<(), D::Error> {
            let mut saved = <dyn erased_serde::Deserializer<'_>>::erase(saved);
            let loaded = self.0.tree.as_deref_mut().and_then(|tree| tree.__load(&mut saved));
            loaded
                .unwrap_or_else(|| {
                    Err(Error::custom(
                        "the tree that the registry of a `dynamic` makes cannot be loaded: its tree derives no \
                         `Deserialize`",
                    ))
                })
                .map_err(D::Error::custom)
        }

        #[cfg(not(feature = "boxed-saves"))]
        fn visit_some<D: Deserializer<'de>>(self, _: D) -> Result<(), D::Error> {
            Err(D::Error::custom(
                "the save has a tree of a `dynamic`, which is loaded with the feature `boxed-saves` of `bt-trees`",
            ))
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
