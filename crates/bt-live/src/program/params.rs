//! The parameters of trees that are leaves only in a text: their types and values.

use std::any::Any;

use bt::__private::live::{self, Arg, ErasedValue, Literal, ValueType};
use bt_compiler::tree::ast::Header;
use bt_compiler::tree::pieces::key;

use super::names::kept;

/// The type of a parameter.
#[derive(Clone, Copy)]
pub struct ParamType {
    pub of: ValueType,
    /// The argument as an `Option` of the type.
    read: fn(&Arg<'_>) -> Box<dyn Any>,
    /// Whether any value of the type will do if the argument is not a value, as in a scripted tree.
    is_any: bool,
}

fn read<T: Clone + 'static>(arg: &Arg<'_>) -> Box<dyn Any> {
    let value: Option<T> = match arg {
        Arg::Value(value) => value.downcast_ref().cloned(),
        Arg::Literal(literal) => literal.convert(),
        Arg::Typed(_) | Arg::Built => None,
    };
    Box::new(value)
}

impl ParamType {
    /// The argument as a value of the type.
    pub fn value(&self, arg: &Arg<'_>) -> Option<ErasedValue> {
        let value = |arg: &Arg<'_>| (self.of.erase)(&mut *(self.read)(arg));
        let others = [
            Literal::Float(1.0),
            Literal::Integer(1),
            Literal::Bool(true),
            Literal::Text("text"),
            Literal::Char('a'),
            Literal::Seconds(1.0),
        ];
        let any = || others.iter().find_map(|literal| value(&Arg::Literal(literal)));
        value(arg).or_else(|| if self.is_any { any() } else { None })
    }
}

/// The types that are known without a built tree, by how they are written.
pub fn simple(written: &str) -> Option<ParamType> {
    macro_rules! find {
        ($($name:literal $ty:ty,)*) => {
            match written {
                $($name => Some(ParamType { of: live::value_type!($ty), read: read::<$ty>, is_any: false }),)*
                _ => None,
            }
        };
    }
    find! {
        "bool" bool, "char" char, "String" String, "&'static str" &'static str, "f32" f32, "f64" f64,
        "i8" i8, "i16" i16, "i32" i32, "i64" i64, "i128" i128, "isize" isize,
        "u8" u8, "u16" u16, "u32" u32, "u64" u64, "u128" u128, "usize" usize,
        "Duration" std::time::Duration,
    }
}

/// The types and names of a tree's parameters. The error is an unknown type. In a scripted tree, all types are known.
pub fn params(header: &Header, is_scripted: bool) -> Result<(Vec<ParamType>, Vec<live::Param>), String> {
    let (mut params, mut known) = (Vec::new(), Vec::new());
    for param in header.item.iter().flat_map(|item| &item.params) {
        let written = key(&param.ty).unwrap_or_default();
        // Scripted leaves give numbers, and scripted trees take numbers if the type is unknown.
        let ty = simple(&written).or_else(|| if is_scripted { simple("f64") } else { None }).ok_or(written)?;
        let name = kept(&param.name.to_string());
        known.push(live::Param { name, ty: ty.of.ty, type_name: ty.of.type_name });
        params.push(ParamType { is_any: is_scripted, ..ty });
    }
    Ok((params, known))
}

/// The values of parameters.
pub struct Params(Vec<ErasedValue>);

impl Params {
    /// For a tree without parameters.
    pub const NONE: Params = Params(Vec::new());

    pub fn new(types: &[ParamType], args: &[Arg<'_>]) -> Self {
        let value =
            |(ty, arg): (&ParamType, &Arg<'_>)| ty.value(arg).expect("the types were compared when it was loaded");
        Params(types.iter().zip(args).map(value).collect())
    }

    #[cfg(feature = "serde")]
    pub fn of(values: Vec<ErasedValue>) -> Self {
        Params(values)
    }

    #[cfg(feature = "serde")]
    pub fn values(&self) -> &[ErasedValue] {
        &self.0
    }

    /// A default value for each type, for a scripted tree.
    #[cfg(feature = "script")]
    pub fn any(types: &[ParamType]) -> Self {
        Params(types.iter().filter_map(|ty| ty.value(&Arg::Built)).collect())
    }

    /// The value of a parameter.
    pub fn get(&self, index: usize) -> &dyn Any {
        self.0[index].value()
    }

    pub fn cloned(&self) -> Self {
        Params(self.0.iter().map(ErasedValue::cloned).collect())
    }
}
