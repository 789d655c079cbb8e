//! Trees that a text uses as leaves, and that no built tree has as one: they run from the text of their file.

use std::any::{Any, TypeId, type_name};
use std::fmt::Debug;
use std::sync::Arc;

use bt::__private::live::{self, Abilities, Arg, ErasedValue, LeafType, Literal, Slotted, Slotting};
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
    any_value: fn(&Arg<'_>) -> Option<ErasedValue>,
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

/// The value of an argument of a scripted tree: some value of the type, whatever is written.
fn any_value<T: Clone + Debug + PartialEq + Send + Sync + 'static>(arg: &Arg<'_>) -> Option<ErasedValue> {
    let others =
        [Literal::Float(1.0), Literal::Integer(1), Literal::Bool(true), Literal::Text("text"), Literal::Char('a')];
    let seconds = Literal::Seconds(1.0);
    let mut others = others.iter().chain([&seconds]);
    value::<T>(arg).or_else(|| others.find_map(|literal| value::<T>(&Arg::Literal(literal))))
}

/// The parameters of a tree: their types, and their names. The error is a type that is not known. Those of a scripted tree
/// are all known.
pub fn params(header: &Header, is_scripted: bool) -> Result<(Vec<ParamType>, Vec<live::Param>), String> {
    let (mut params, mut known) = (Vec::new(), Vec::new());
    for param in header.item.iter().flat_map(|item| &item.params) {
        // What scripted leaves give, and scripted trees take where nothing else is known, are numbers.
        let known_type = param_type(&param.ty).or_else(|| is_scripted.then(ParamType::of::<f64>));
        let ty = known_type.ok_or_else(|| key(&param.ty).unwrap_or_default())?;
        let ty = if is_scripted { ParamType { value: ty.any_value, ..ty } } else { ty };
        let name: &'static str = param.name.to_string().leak();
        known.push(live::Param { name, ty: ty.ty, type_name: ty.type_name });
        params.push(ty);
    }
    Ok((params, known))
}

impl ParamType {
    fn of<T: Clone + Debug + PartialEq + Send + Sync + 'static>() -> Self {
        ParamType { ty: TypeId::of::<T>(), type_name: type_name::<T>(), value: value::<T>, any_value: any_value::<T> }
    }
}

/// The types of parameters that need no built tree to be known, as they are written.
pub fn param_type(ty: &TokenStream) -> Option<ParamType> {
    macro_rules! find {
        ($written:expr; $($name:literal $ty:ty,)*) => {
            match $written {
                $($name => Some(ParamType::of::<$ty>()),)*
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
    /// Those of a tree that has none.
    pub const NONE: Params = Params(Vec::new());

    /// Some value for each of the types, which are those of a scripted tree.
    #[cfg(feature = "script")]
    pub fn any(types: &[ParamType]) -> Self {
        Params(types.iter().filter_map(|ty| (ty.any_value)(&Arg::Built)).collect())
    }

    /// The value of a parameter.
    pub fn get(&self, index: usize) -> &dyn Any {
        self.0[index].value()
    }

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
        Some(params) => params.get(index),
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
