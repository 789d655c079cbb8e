//! `Io`: what a piece of code gets beside the context, and what it returns.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::any::{Any, TypeId, type_name};
use core::time::Duration;

use crate::engine::observe::observed::Observed;
use crate::engine::tick::step::Step;
use crate::engine::tick::tick_inputs::TickInputs;
use crate::observe::TreeObserver;

/// A watch of one type for all observers.
pub type Watched<'o> = Observed<'o, dyn TreeObserver + 'o>;

/// The inputs of a tick of one type for all observers.
pub type Inputs<'i, 'o> = TickInputs<'i, Watched<'o>>;

/// An error that passes through a tree. Its type is that of the tree.
pub type Fault = Box<dyn Any>;

/// A value that a node gives.
pub type Gift = Arc<dyn Any + Send + Sync>;

/// The slot of a leaf.
pub type Slotted = Box<dyn Any + Send + Sync>;

/// What a piece of code does. Only those of leaves do several things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Calls the function, or begins the leaf.
    Begin,
    Resume,
    Abort,
}

/// What a piece returns.
pub enum Out {
    Nothing,
    Step(Step<Fault>),
    Holds(bool),
    Nanos(u64),
    Count(u32),
}

/// An argument of a leaf that is nothing but a literal or a name.
#[derive(Clone, Copy, Debug)]
pub enum Arg<'x> {
    Literal(&'x Literal),
    Value(&'x dyn Any),
    /// Before the tree runs: a value of this type, or of an unknown one.
    Typed(Option<TypeId>),
}

/// A literal of the text.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    Bool(bool),
    Char(char),
    Text(&'static str),
    /// With a sign, so that it has room for all integers up to 64 bits.
    Integer(i128),
    Float(f64),
}

/// What a piece of code gets, and what it returns.
pub struct Io<'x, 'i, 'o> {
    pub op: Op,
    pub node: usize,
    pub inputs: &'x mut Inputs<'i, 'o>,
    /// The values of the names that the code uses, in the order of its [`Read`](super::Read)s.
    pub reads: &'x [&'x dyn Any],
    pub args: &'x [Arg<'x>],
    /// The leaf that is resumed or aborted, and the one that waits now.
    pub slot: Option<Slotted>,
    /// Whether the value of the code is used.
    pub is_value_used: bool,
    pub value: Option<Gift>,
    pub out: Out,
}

impl<'x> Io<'x, '_, '_> {
    /// The value of a name. Its type was compared when the tree was loaded.
    pub fn read<T: 'static>(&self, at: usize) -> &'x T {
        self.reads[at].downcast_ref().unwrap_or_else(|| panic!("a value of another type than `{}`", type_name::<T>()))
    }

    /// An argument. Its type is that of an expression that is never evaluated.
    pub fn arg<T: Clone + 'static>(&self, at: usize, _: impl FnOnce() -> T) -> T {
        let value = match self.args[at] {
            Arg::Value(value) => value.downcast_ref::<T>().cloned(),
            Arg::Literal(literal) => literal.convert(),
            Arg::Typed(_) => None,
        };
        value.unwrap_or_else(|| panic!("argument {} is no `{}`", at + 1, type_name::<T>()))
    }
}

/// Checks whether an argument has the type of an expression, which is that of `like`, too. Else the type is the error.
pub fn check<T: 'static>(args: &[Arg<'_>], at: usize, _: impl FnOnce() -> T, like: &Option<T>) -> Result<(), Mismatch> {
    let _ = like;
    let fits = match args[at] {
        Arg::Value(value) => value.is::<T>(),
        Arg::Literal(literal) => literal.convert::<T>().is_some(),
        Arg::Typed(ty) => ty.is_none_or(|ty| ty == TypeId::of::<T>()),
    };
    if fits { Ok(()) } else { Err(Mismatch { at, expected: type_name::<T>() }) }
}

/// An argument of a type that a leaf does not take.
#[derive(Clone, Copy, Debug)]
pub struct Mismatch {
    pub at: usize,
    pub expected: &'static str,
}

/// An expression for its type alone: the one in the `Option`.
pub fn like_in<T>(_: &Option<T>) -> T {
    unreachable!("it is never evaluated")
}

/// An expression for its type alone.
pub fn like<T>() -> T {
    unreachable!("it is never evaluated")
}

impl Literal {
    /// The literal as a value of this type; `None` if it is none.
    pub fn convert<T: 'static>(&self) -> Option<T> {
        let mut value: Option<T> = None;
        self.store(&mut value);
        value
    }

    /// Stores the value in an `Option` of its type.
    fn store(&self, to: &mut dyn Any) {
        macro_rules! store {
            ($($ty:ty => $converted:expr;)*) => {{$(
                if let Some(to) = to.downcast_mut::<Option<$ty>>() {
                    *to = $converted;
                }
            )*}};
        }
        match *self {
            Literal::Bool(value) => store! { bool => Some(value); },
            Literal::Char(value) => store! { char => Some(value); },
            Literal::Text(value) => {
                store! { &'static str => Some(value); alloc::string::String => Some(value.into()); }
            }
            Literal::Float(value) => {
                #[expect(clippy::cast_possible_truncation, reason = "as rustc reads it")]
                let short = value as f32;
                store! { f64 => Some(value); f32 => Some(short); Duration => Duration::try_from_secs_f64(value).ok(); }
            }
            Literal::Integer(value) => store! {
                i8 => value.try_into().ok();
                i16 => value.try_into().ok();
                i32 => value.try_into().ok();
                i64 => value.try_into().ok();
                i128 => Some(value);
                isize => value.try_into().ok();
                u8 => value.try_into().ok();
                u16 => value.try_into().ok();
                u32 => value.try_into().ok();
                u64 => value.try_into().ok();
                u128 => value.try_into().ok();
                usize => value.try_into().ok();
            },
        }
    }
}
