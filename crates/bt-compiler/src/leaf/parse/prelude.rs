//! Names of Rust's prelude, which the type of a leaf cannot have.

use proc_macro2::Ident;

use crate::error::{Errors, with_help};
use crate::leaf::model::type_name;

/// The types, traits and variants in the preludes of the editions.
const PRELUDE: [&str; 43] = [
    "AsMut",
    "AsRef",
    "AsyncFn",
    "AsyncFnMut",
    "AsyncFnOnce",
    "Box",
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
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Send",
    "Sized",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Unpin",
    "Vec",
];

/// Whether the type of a leaf would hide a name that Rust code uses without an import, which is reported.
pub fn refuse(name: &Ident, errors: &mut Errors) -> bool {
    let ty = type_name(name);
    let hides = PRELUDE.iter().any(|hidden| ty == hidden);
    if hides {
        let message = format!("the leaf `{name}` declares the type `{ty}`, which would hide `{ty}` of Rust's prelude");
        errors.push(name.span(), with_help(message, "choose another name"));
    }
    hides
}
