//! `Unit`: what one tree leaves.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::{Any, TypeId, type_name};
use core::time::Duration;

use super::io::{Arg, Io, Mismatch};
use crate::answer::Answer;
use crate::engine::claims::Known;
use crate::engine::node::Node;
use crate::engine::tick::slot::MessageSlot;
use crate::outline::facts::Facts;
use crate::outline::generated_tree::GeneratedTree;

/// A function pointer, `fn(&mut Context, &mut Io)`, of the type that all pieces for this context have.
pub type Piece = Arc<dyn Any + Send + Sync>;

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
    /// The type of its pieces, which says what its context is.
    pub context: fn() -> TypeId,
    pub error: fn() -> TypeId,
    pub params: fn() -> Vec<Param>,
    pub codes: fn() -> Vec<Code>,
}

inventory::collect!(Unit);

/// All trees of the program.
pub type Units = inventory::iter<Unit>;

/// The trees of the program.
pub fn units() -> impl Iterator<Item = &'static Unit> {
    inventory::iter::<Unit>.into_iter()
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
    Condition,
    Action,
    TimedAction,
    Effect,
    Time,
    Count,
    Value,
}

/// A piece of code.
pub struct Code {
    pub kind: Kind,
    /// Its tokens without spacing; in a leaf, `_` for an argument that is a literal or a name.
    pub key: &'static str,
    pub reads: Vec<Read>,
    pub leaf: Option<LeafType>,
    /// Whether a leaf takes arguments of these types.
    pub check: fn(&[Arg<'_>]) -> Result<(), Mismatch>,
    pub piece: Piece,
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

/// What is known of the type of a leaf.
#[derive(Clone, Copy)]
pub struct LeafType {
    pub ty: TypeId,
    pub type_name: &'static str,
    pub known: Known,
    pub facts: Facts,
    /// The type of its value.
    pub value: TypeId,
    /// How long ticks can be skipped for the leaf in a slot.
    pub sleep: fn(&(dyn Any + Send + Sync)) -> Option<Duration>,
}

fn sleep<L: Node<C> + 'static, C: ?Sized>(slot: &(dyn Any + Send + Sync)) -> Option<Duration> {
    L::sleep_in(slot.downcast_ref::<MessageSlot<L>>()?)
}

impl Code {
    pub fn new(kind: Kind, key: &'static str, reads: Vec<Read>, piece: impl Any + Send + Sync) -> Self {
        Code { kind, key, reads, leaf: None, check: |_| Ok(()), piece: Arc::new(piece) }
    }

    /// A leaf with these facts, which are those of no tree for most.
    pub fn leaf<L: Node<C> + 'static, C: ?Sized>(
        key: &'static str,
        reads: Vec<Read>,
        facts: Facts,
        check: fn(&[Arg<'_>]) -> Result<(), Mismatch>,
        piece: impl Any + Send + Sync,
    ) -> Self
    where
        <L::Answer as Answer>::Value: 'static,
    {
        let leaf = LeafType {
            ty: TypeId::of::<L>(),
            type_name: type_name::<L>(),
            known: L::KNOWN,
            facts,
            value: TypeId::of::<<L::Answer as Answer>::Value>(),
            sleep: sleep::<L, C>,
        };
        Code { leaf: Some(leaf), check, ..Code::new(Kind::Leaf, key, reads, piece) }
    }
}

/// A tree with a unit.
pub trait LiveTree: GeneratedTree {
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
    /// Calls a piece.
    fn call(piece: &(dyn Any + Send + Sync), context: &mut C, io: &mut Io<'_, '_, '_>);
}

/// The function that a piece is.
pub fn function<F: Copy + 'static>(piece: &(dyn Any + Send + Sync)) -> F {
    *piece.downcast_ref().expect("pieces for another context are not chosen")
}

pub fn type_id<T: 'static>() -> TypeId {
    TypeId::of::<T>()
}

/// Where an error of a tree is stored.
pub fn fault<E: 'static>(error: E) -> Box<dyn Any> {
    Box::new(error)
}
