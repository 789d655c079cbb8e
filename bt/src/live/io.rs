//! `Io`: what a piece of code gets, and what it returns.

use alloc::boxed::Box;
use core::any::{Any, TypeId, type_name};

use super::erased::{Fault, Slotted};
use super::literal::Literal;
use super::value::ErasedValue;
use crate::engine::observe::look::Show;
use crate::engine::observe::observed::Observed;
use crate::engine::observe::watch::Watch;
use crate::engine::tick::step::Step;
use crate::engine::tick::tick_inputs::TickInputs;
use crate::observe::TreeObserver;
use crate::status::{Outcome, Status};
use crate::time::Span;

/// What a tick of a live tree reports its events to.
pub type Watched<'o> = Observed<'o, dyn TreeObserver + 'o>;

/// What a tick of a live tree passes from node to node.
pub type Inputs<'i, 'o> = TickInputs<'i, Watched<'o>>;

/// The inputs of a tick: without an observer, or with any observer.
pub enum Ticking<'x, 'i, 'o> {
    Plain(&'x mut TickInputs<'i, ()>),
    Watched(&'x mut Inputs<'i, 'o>),
}

impl Ticking<'_, '_, '_> {
    /// The time that is left.
    pub fn span(&mut self) -> &mut Span {
        match self {
            Ticking::Plain(inputs) => &mut inputs.span,
            Ticking::Watched(inputs) => &mut inputs.span,
        }
    }

    /// Reports a value by which a node decides.
    pub fn value(&mut self, node: usize, value: impl Show) {
        if let Ticking::Watched(inputs) = self {
            inputs.value(node, value);
        }
    }

    /// Reports a part of a condition.
    pub fn part(&mut self, node: usize, text: &'static str, holds: bool) -> bool {
        match self {
            Ticking::Plain(_) => holds,
            Ticking::Watched(inputs) => inputs.part(node, text, holds),
        }
    }

    /// Reports a comparison in a condition.
    pub fn compared(
        &mut self,
        node: usize,
        texts: [&'static str; 3],
        holds: bool,
        left: impl Show,
        right: impl Show,
    ) -> bool {
        match self {
            Ticking::Plain(_) => holds,
            Ticking::Watched(inputs) => inputs.compared(node, texts, holds, left, right),
        }
    }
}

/// What an interpreter is generic over: whether its tick has an observer.
pub trait LiveWatch: Watch + Sized {
    /// Calls `work` with the inputs as a piece gets them.
    fn ticking<'x, 'i, R>(
        inputs: &'x mut TickInputs<'i, Self>,
        work: impl for<'o> FnOnce(Ticking<'x, 'i, 'o>) -> R,
    ) -> R;
}

impl LiveWatch for () {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ticking<'x, 'i, R>(
        inputs: &'x mut TickInputs<'i, ()>,
        work: impl for<'o> FnOnce(Ticking<'x, 'i, 'o>) -> R,
    ) -> R {
        work(Ticking::Plain(inputs))
    }
}

impl<'w> LiveWatch for Watched<'w> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ticking<'x, 'i, R>(
        inputs: &'x mut TickInputs<'i, Self>,
        work: impl for<'o> FnOnce(Ticking<'x, 'i, 'o>) -> R,
    ) -> R {
        work(Ticking::Watched(inputs))
    }
}

/// What a piece of code does. Functions know `Begin` alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Calls the function, or begins the leaf; makes the decorator or the composite, which goes to `slot`.
    Begin,
    /// Resumes the leaf in `slot`.
    Resume,
    /// Aborts the leaf in `slot`.
    Abort,
    /// Asks a function that acts whether it can be running, `Holds`. Makes the leaf without a start: it goes to `slot`
    /// as it is. For subtrees, whose parameters it has.
    Make,
    /// Before the child of a decorator; in its first tick it starts. `Step` if it has decided, else `Nothing`.
    Before { begins: bool },
    /// After a tick of the child of a decorator: `Step`.
    Decorated(Status),
    /// Starts a composite, and asks for the first child: `Turn`, or `Step` if it ends.
    First { children: usize },
    /// After the end of the child of a composite, counted from 0: `Turn`, or `Step`.
    Ended { children: usize, child: usize, status: Status },
    /// A composite looks while its child runs: `Turn`, which is that of the child if it stays, or `Step`.
    Look { children: usize, active: usize },
    /// Finishes a decorator or a composite.
    Finish(Outcome),
}

/// What a piece returns.
pub enum Out {
    Nothing,
    Step(Step<Fault>),
    Holds(bool),
    Nanos(u64),
    Number(f64),
    Count(u32),
    /// The arm of a `switch`.
    Chosen(usize),
    /// The child of a composite that has the turn, counted from 1.
    Turn(u32),
    /// A random word.
    Word(u64),
    /// The type of something in it cannot be live. A tree with such a piece is refused when it is loaded.
    Refused,
}

/// An argument of a leaf that is nothing but a literal or a name.
#[derive(Clone, Copy, Debug)]
pub enum Arg<'x> {
    Literal(&'x Literal),
    Value(&'x dyn Any),
    /// Before the tree runs: a value of this type, or of an unknown one.
    Typed(Option<TypeId>),
    /// The constant that the piece has of its own.
    Built,
}

/// What a piece of code gets, and what it returns.
pub struct Io<'x, 'i, 'o> {
    pub op: Op,
    pub node: usize,
    pub inputs: Ticking<'x, 'i, 'o>,
    /// The values of the names that the code uses, in the order of its [`Read`](super::Read)s.
    pub reads: &'x [&'x dyn Any],
    pub args: &'x [Arg<'x>],
    /// The number of an item.
    pub number: u32,
    /// The leaf, decorator or composite: the one that the piece works on, and the one that waits now.
    pub slot: Option<Slotted>,
    /// Whether the value of the code is used.
    pub is_value_used: bool,
    /// What it gives: the value of a leaf or a function, a key, an item, or what a `switch` matches.
    pub value: Option<ErasedValue>,
    pub out: Out,
}

impl<'x, 'i, 'o> Io<'x, 'i, 'o> {
    /// A call without values and without a slot.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(op: Op, node: usize, inputs: Ticking<'x, 'i, 'o>) -> Self {
        Io {
            op,
            node,
            inputs,
            reads: &[],
            args: &[],
            number: 0,
            slot: None,
            is_value_used: false,
            value: None,
            out: Out::Nothing,
        }
    }

    /// The value of a name. Its type was compared when the tree was loaded.
    pub fn read<T: 'static>(&self, at: usize) -> &'x T {
        self.reads[at].downcast_ref().unwrap_or_else(|| panic!("a value of another type than `{}`", type_name::<T>()))
    }

    /// An argument of a text.
    pub fn arg<T: 'static>(&self, at: usize, clone: Option<fn(&T) -> T>) -> T {
        let value = match self.args[at] {
            Arg::Value(value) => value.downcast_ref::<T>().zip(clone).map(|(value, clone)| clone(value)),
            Arg::Literal(literal) => literal.convert(),
            Arg::Typed(_) | Arg::Built => None,
        };
        value.unwrap_or_else(|| not_of(at))
    }
}

/// The types of arguments were compared when the tree was loaded.
pub(super) fn not_of<T>(at: usize) -> T {
    panic!("argument {} is not a `{}`", at + 1, type_name::<T>())
}

/// Checks whether an argument has this type.
pub fn fits<T: 'static>(args: &[Arg<'_>], at: usize) -> Result<(), Mismatch> {
    let fits = match &args[at] {
        Arg::Value(value) => value.is::<T>(),
        Arg::Literal(literal) => literal.convert::<T>().is_some(),
        Arg::Typed(ty) => ty.is_none_or(|ty| ty == TypeId::of::<T>()),
        Arg::Built => true,
    };
    if fits { Ok(()) } else { Err(Mismatch { at, expected: type_name::<T>() }) }
}

/// Checks whether the value of a name can be an argument: a live tree clones it, even where it is used last.
pub fn cloned<T>(args: &[Arg<'_>], at: usize, clone: Option<fn(&T) -> T>) -> Result<(), Mismatch> {
    let is_name = matches!(args[at], Arg::Value(_) | Arg::Typed(_));
    if is_name && clone.is_none() { Err(Mismatch { at, expected: "type with `Clone`" }) } else { Ok(()) }
}

/// An argument of a type that a leaf does not take.
#[derive(Clone, Copy, Debug)]
pub struct Mismatch {
    pub at: usize,
    pub expected: &'static str,
}

/// The error of a tree, without its type.
pub fn fault<E: 'static>(error: E) -> Fault {
    Box::new(error)
}
