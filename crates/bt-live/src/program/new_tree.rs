//! Trees that a text uses as leaves, and that no built tree has as one: they run from the text of their file.

use std::any::{Any, TypeId, type_name};
use std::fmt::Debug;
use std::sync::Arc;

use bt::__private::live::{self, Abilities, Arg, ErasedValue, LeafType, Slotted, Slotting};
use bt::__private::{Can, Known};
use bt_compiler::tree::ast::Header;
use bt_compiler::tree::pieces::key;
use proc_macro2::TokenStream;

use super::Program;
use crate::text::blocks::Sees;

/// A tree of the file.
#[derive(Clone)]
pub struct New<'f> {
    pub name: &'f str,
    /// Its tokens without spacing.
    pub key: Option<&'f str>,
    pub tokens: TokenStream,
    pub sees: Sees<'f>,
}

/// The tree of this name, unless there are several.
pub fn find<'n, 'f>(trees: &'n [New<'f>], name: &str) -> Option<&'n New<'f>> {
    let mut named = trees.iter().filter(|tree| tree.name == name);
    named.next().filter(|_| named.next().is_none())
}

/// What must be the same in a tree and in those inside it.
#[derive(PartialEq, Eq)]
pub struct Inherited {
    context: Option<String>,
    error: Option<String>,
}

impl Inherited {
    pub fn of(header: &Header) -> Self {
        let error = header.error.as_ref().map(|error| key(error).unwrap_or_default());
        Inherited { context: header.context.as_ref().map(|context| context.text()), error }
    }

    /// Why a tree with this header cannot be inside this one.
    pub fn refuses(&self, header: &Header) -> Option<&'static str> {
        let other = Inherited::of(header);
        if other.context != self.context || self.context.is_none() {
            return Some("has another context than this tree");
        }
        if other.error.is_some() && other.error != self.error {
            return Some("has another error than this tree");
        }
        header.message.is_some().then_some("takes messages")
    }
}

/// What is known of a tree in a leaf's place that no built tree has there.
pub fn leaf(name: &str, program: &Program) -> LeafType {
    let facts = *program.outline.facts();
    let known = Known { can: Can::ANYTHING, timed: facts.is_timed(), hears_borrowed: false };
    LeafType {
        facts,
        known,
        type_name: name.to_owned().leak(),
        slotting: Slotting { clone: Some(cloned), debug: Some(|_| None), ..Slotting::default() },
        ..LeafType::node::<NewTree>(false, Can::ANYTHING, false)
    }
}

/// The type of such a tree.
struct NewTree;

/// A type of a parameter.
#[derive(Clone, Copy)]
pub struct ParamType {
    pub ty: TypeId,
    pub type_name: &'static str,
    /// The argument as a value of the type.
    pub value: fn(&Arg<'_>) -> Option<ErasedValue>,
}

fn value<T: Clone + Debug + PartialEq + Send + Sync + 'static>(arg: &Arg<'_>) -> Option<ErasedValue> {
    let value = match arg {
        Arg::Value(value) => value.downcast_ref::<T>().cloned()?,
        Arg::Literal(literal) => literal.convert::<T>()?,
        Arg::Typed(_) | Arg::Built => return None,
    };
    let save = live::SaveValue::<T>::default();
    let abilities: Abilities<T> =
        Abilities { debug: Some(|value| value), same: Some(T::eq), clone: Some(T::clone), save };
    Some(ErasedValue::new(value, abilities))
}

/// The types of parameters that need no built tree to be known, as they are written.
pub fn param_type(ty: &TokenStream) -> Option<ParamType> {
    macro_rules! find {
        ($written:expr; $($name:literal $ty:ty,)*) => {
            match $written {
                $($name => Some(ParamType { ty: TypeId::of::<$ty>(), type_name: type_name::<$ty>(), value: value::<$ty> }),)*
                _ => None,
            }
        };
    }
    find! {
        &*key(ty)?;
        "bool" bool, "char" char, "String" String, "&'static str" &'static str, "f32" f32,
        "f64" f64, "i8" i8, "i16" i16, "i32" i32, "i64" i64, "isize" isize, "u8" u8, "u16" u16, "u32" u32, "u64" u64,
        "usize" usize, "Duration" std::time::Duration,
    }
}

/// The arguments of such a tree, which are its parameters.
pub struct Params(Vec<ErasedValue>);

impl Params {
    pub fn new(types: &[ParamType], args: &[Arg<'_>]) -> Self {
        let value =
            |(ty, arg): (&ParamType, &Arg<'_>)| (ty.value)(arg).expect("the types were compared when it was loaded");
        Params(types.iter().zip(args).map(value).collect())
    }
}

fn cloned(held: &live::Held) -> Option<Slotted> {
    let Params(values) = held.downcast_ref()?;
    Some(Box::new(Params(values.iter().map(ErasedValue::cloned).collect())))
}

/// A parameter.
pub fn param(held: &live::Held, index: usize) -> &dyn Any {
    match held.downcast_ref::<Params>() {
        Some(Params(values)) => values[index].value(),
        None => &(),
    }
}

/// The tree in a text, and what its program follows from.
pub type Used = (String, Option<String>);

/// A tree in a leaf's place, with the types of its parameters.
pub struct Loaded {
    pub program: Arc<Program>,
    pub params: Vec<ParamType>,
}
