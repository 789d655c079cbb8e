//! Names of Rust's prelude, which the type of a leaf cannot have.

use proc_macro2::Ident;

use crate::codes;
use crate::error::Errors;
use crate::leaf::model::type_name;

/// The types that a module likely names.
const TYPES: [&str; 5] = ["Box", "Option", "Result", "String", "Vec"];

/// The traits and variants in the preludes of the editions.
const OTHERS: [&str; 38] = [
    "AsMut",
    "AsRef",
    "AsyncFn",
    "AsyncFnMut",
    "AsyncFnOnce",
    "Clone",
    "Copy",
    "Default",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Err",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Future",
    "Into",
    "IntoFuture",
    "IntoIterator",
    "Iterator",
    "None",
    "Ok",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Send",
    "Sized",
    "Some",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Unpin",
];

/// What the type of a leaf would hide of the names that Rust code uses without an import.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Hidden {
    Nothing,
    /// A trait or a variant. A type with this name leads to no further errors, unless the module names the trait.
    Other,
    Type,
}

/// What a type with this name would hide.
pub fn hidden(ty: &str) -> Hidden {
    match ty {
        ty if TYPES.contains(&ty) => Hidden::Type,
        ty if OTHERS.contains(&ty) => Hidden::Other,
        _ => Hidden::Nothing,
    }
}

/// Reports a leaf whose type would hide such a name.
pub fn refuse(name: &Ident, errors: &mut Errors) -> Hidden {
    let ty = type_name(name).to_string();
    let hidden = hidden(&ty);
    if hidden == Hidden::Nothing {
        return hidden;
    }
    let message = format!("the leaf `{name}` declares the type `{ty}`, which would hide `{ty}` of Rust's prelude");
    errors.push(codes::HIDES_PRELUDE.at(name.span(), message).help("choose another name"));
    hidden
}
