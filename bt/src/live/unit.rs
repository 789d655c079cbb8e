//! `Unit`: what one tree registers.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::{Any, TypeId, type_name};
use core::time::Duration;

use super::erased::Held;
use super::io::{Arg, Io, Mismatch};
use super::slotting::Slotting;
use super::value::ValueType;
use crate::can::Can;
use crate::engine::claims::Known;
use crate::engine::node::Node;
use crate::engine::tick::slot::MessageSlot;
use crate::outline::active::Search;
use crate::outline::facts::Facts;
use crate::outline::generated_tree::GeneratedTree;

/// A function pointer, `fn(u32, &mut Context, &mut Io)`, that calls the pieces of a tree by their numbers. All trees
/// with one context have adapters of one type.
pub type Adapter = Arc<Held>;

/// What one tree leaves.
pub struct Unit {
    /// The path of its type.
    pub tree: fn() -> &'static str,
    pub name: &'static str,
    /// Its text as it was built.
    pub text: &'static str,
    /// The source file, as rustc names it, and the folder of the package.
    pub file: &'static str,
    pub package: Option<&'static str>,
    /// What is known of the built tree.
    pub facts: fn() -> Facts,
    /// The type of its adapter, which says what its context is.
    pub context: fn() -> TypeId,
    pub adapter: fn() -> Adapter,
    pub error: fn() -> TypeId,
    pub params: fn() -> Vec<Param>,
    /// Entry `i` is the piece with the number `i`.
    pub codes: fn() -> Vec<Code>,
}

inventory::collect!(Unit);

/// The trees of the program.
pub fn units() -> impl Iterator<Item = &'static Unit> {
    inventory::iter::<Unit>.into_iter()
}

/// What a leaf registers for one context, so that the text of a tree may use it before any built tree does.
pub struct LeafUnit {
    /// The module in which it is.
    pub module: &'static str,
    /// See [`Unit::context`].
    pub context: fn() -> TypeId,
    pub adapter: fn() -> Adapter,
    /// The type of its errors.
    pub error: fn() -> TypeId,
    /// Its only piece.
    pub code: fn() -> Code,
}

inventory::collect!(LeafUnit);

/// The leaves of the program that have one context.
pub fn leaf_units() -> impl Iterator<Item = &'static LeafUnit> {
    inventory::iter::<LeafUnit>.into_iter()
}

/// Whether a predicate of a `#[cfg(..)]` in a tree held when the tree was built.
pub struct Condition {
    /// The module in which the tree is.
    pub module: &'static str,
    /// The predicate without spacing.
    pub predicate: &'static str,
    pub holds: bool,
}

inventory::collect!(Condition);

/// The predicates in the trees of the program.
pub fn conditions() -> impl Iterator<Item = &'static Condition> {
    inventory::iter::<Condition>.into_iter()
}

/// A parameter of a tree.
pub struct Param {
    pub name: &'static str,
    pub ty: TypeId,
    pub type_name: &'static str,
}

/// What a piece of code is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Leaf,
    Decorator,
    Composite,
    Condition,
    Action,
    TimedAction,
    Effect,
    Time,
    Count,
    /// A probability, a weight or a margin.
    Number,
    Score,
    /// A value of `succeed`.
    Value,
    /// What `keyed` and `observe` compare.
    Key,
    /// The items of a `for_each`.
    Items,
    /// A `switch`: what it matches, with its patterns and guards.
    Choice,
    /// A call of the memory of the context, with its arguments.
    Memory,
    /// Draws a random word.
    Draws,
    /// A written type.
    Type,
}

/// A piece of code.
pub struct Code {
    pub kind: Kind,
    /// Its tokens without spacing; `_` for an argument that is a literal, a name or a constant.
    pub key: &'static str,
    /// Its tokens with its constants as they are written, if it has some.
    pub exact: Option<&'static str>,
    /// Which arguments its constants are. A name cannot be there.
    pub constants: &'static [usize],
    pub reads: Vec<Read>,
    /// A leaf, a decorator or a composite.
    pub leaf: Option<Box<LeafType>>,
    /// The type of what it gives; for a leaf, that of its answer.
    pub value: Option<ValueType>,
    /// Whether it takes arguments of these types.
    pub check: fn(&[Arg<'_>]) -> Result<(), Mismatch>,
    /// Why it cannot be live, after its name.
    pub refused: Option<&'static str>,
}

/// A name that a piece of code uses.
pub struct Read {
    pub name: &'static str,
    pub ty: TypeId,
    pub type_name: &'static str,
}

/// The name of a value of this type.
pub fn read<T: 'static>(name: &'static str) -> Read {
    Read { name, ty: TypeId::of::<T>(), type_name: type_name::<T>() }
}

impl Param {
    pub fn of<T: 'static>(name: &'static str) -> Param {
        Param { name, ty: TypeId::of::<T>(), type_name: type_name::<T>() }
    }
}

/// What is known of the type of a leaf, a decorator or a composite.
#[derive(Clone, Copy)]
pub struct LeafType {
    pub ty: TypeId,
    pub type_name: &'static str,
    pub known: Known,
    /// The facts of a tree, if it is one.
    pub facts: Facts,
    /// How long ticks can be skipped for the leaf in a slot.
    pub sleep: fn(&Held) -> Option<Duration>,
    /// The position of its first active node: see `NotATree`.
    pub active: fn(&Held, usize, Search<'_>) -> Option<usize>,
    pub slotting: Slotting,
    /// What a tree with a table of its own says about itself.
    pub tree: Option<TreeIn>,
    /// Calls the pieces of that tree with the context of this one.
    pub adapter: fn() -> Option<Adapter>,
    /// Whether a composite looks while its child runs.
    pub looks: bool,
}

/// A tree in a leaf's place that has a table of its own.
#[derive(Clone, Copy)]
pub struct TreeIn {
    /// The path of its type: see [`Unit::tree`].
    pub path: &'static str,
    /// A parameter of the tree in a slot that `Op::Make` made.
    pub param: fn(&Held, usize) -> &dyn Any,
}

impl TreeIn {
    pub fn of<T: LiveTree>() -> Self {
        TreeIn { path: type_name::<T>(), param: param::<T> }
    }
}

fn param<T: LiveTree>(held: &Held, index: usize) -> &dyn Any {
    match held.downcast_ref::<T>() {
        Some(tree) => tree.param(index),
        None => &(),
    }
}

/// How long ticks can be skipped for a leaf in a slot.
fn sleep<L: Node<C> + 'static, C: ?Sized>(held: &Held) -> Option<Duration> {
    L::sleep_in(held.downcast_ref::<MessageSlot<L>>()?)
}

impl LeafType {
    fn of<T: 'static>(known: Known) -> Self {
        LeafType {
            ty: TypeId::of::<T>(),
            type_name: type_name::<T>(),
            known,
            facts: Facts::LEAF,
            sleep: |_| None,
            active: |_, node, search| search.found(node),
            slotting: Slotting::default(),
            tree: None,
            adapter: || None,
            looks: false,
        }
    }

    /// A leaf.
    pub fn leaf<L: Node<C> + 'static, C: ?Sized>() -> Self {
        LeafType { sleep: sleep::<L, C>, ..LeafType::of::<L>(L::KNOWN) }
    }

    /// A decorator or a composite.
    pub fn node<D: 'static>(takes_time: bool, can: Can, looks: bool) -> Self {
        LeafType { looks, ..LeafType::of::<D>(Known { can, timed: takes_time, must_hear: false }) }
    }
}

/// The leaf in a slot, if it is active.
pub fn held<L: 'static>(held: &Held) -> Option<&MessageSlot<L>> {
    held.downcast_ref()
}

impl Code {
    pub fn new(kind: Kind, key: &'static str, reads: Vec<Read>) -> Self {
        Code {
            kind,
            key,
            exact: None,
            constants: &[],
            reads,
            leaf: None,
            value: None,
            check: |_| Ok(()),
            refused: None,
        }
    }

    #[must_use]
    pub fn with_constants(self, exact: &'static str, constants: &'static [usize]) -> Self {
        Code { exact: Some(exact), constants, ..self }
    }

    #[must_use]
    pub fn of(self, leaf: LeafType) -> Self {
        Code { leaf: Some(Box::new(leaf)), ..self }
    }

    /// Says what can be done with the slot of the leaf, the decorator or the composite.
    #[must_use]
    pub fn slotted(mut self, slotting: Slotting) -> Self {
        if let Some(leaf) = &mut self.leaf {
            leaf.slotting = slotting;
        }
        self
    }

    #[must_use]
    pub fn gives(self, value: ValueType) -> Self {
        Code { value: Some(value), ..self }
    }

    #[must_use]
    pub fn checked(self, check: fn(&[Arg<'_>]) -> Result<(), Mismatch>) -> Self {
        Code { check, ..self }
    }

    #[must_use]
    pub fn refused(self, refused: Option<&'static str>) -> Self {
        Code { refused: self.refused.or(refused), ..self }
    }
}

/// A tree with a unit.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot change while the program runs",
    label = "not a live tree",
    note = "a live tree has a name, and a header that names its context: `pub Bot(Room) = ..`",
    note = "a tree for any context can be a leaf of such a tree: `pub LiveBot(Room) = bot`"
)]
pub trait LiveTree: GeneratedTree + 'static {
    /// A parameter.
    fn param(&self, index: usize) -> &dyn Any;
}

/// A tree whose pieces are called with this context.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot change while the program runs, with the context `{C}`",
    label = "not a live tree",
    note = "a live tree has a name, and a header that names its context: `pub Bot(Room) = ..`"
)]
pub trait LiveContext<C: ?Sized>: LiveTree {
    /// Calls the piece with a number.
    fn call(index: u32, context: &mut C, io: &mut Io<'_, '_, '_>);

    /// Calls a piece of another tree with this context.
    fn call_other(adapter: &Held, index: u32, context: &mut C, io: &mut Io<'_, '_, '_>);

    /// Passes a message to the leaf in `io`. The path has the numbers of the pieces of the trees around it, and its
    /// own.
    fn relay<M: Any>(path: &[u32], context: &mut C, io: &mut Io<'_, '_, '_>, message: &M) {
        let _ = (path, context, io, message);
    }
}

/// A tree whose header names messages of the type `M`.
pub trait LiveReceive<C: ?Sized, M: ?Sized>: LiveContext<C> {
    /// Passes a message to the leaf in `io`: see [`LiveContext::relay`].
    fn deliver(path: &[u32], context: &mut C, io: &mut Io<'_, '_, '_>, message: &M);
}

/// The adapter of a tree.
pub fn adapter<F: Send + Sync + 'static>(function: F) -> Adapter {
    Arc::new(function)
}

/// The function that an adapter is.
pub fn adapts<F: Copy + 'static>(adapter: &Held) -> F {
    *adapter.downcast_ref().expect("pieces for another context are not chosen")
}

pub fn type_id<T: 'static>() -> TypeId {
    TypeId::of::<T>()
}
