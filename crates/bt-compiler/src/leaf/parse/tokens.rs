//! Tokens that are passed over.

use proc_macro2::TokenTree;
use syn::Type;
use syn::parse::ParseStream;

pub fn drain(input: ParseStream) {
    while input.parse::<TokenTree>().is_ok() {}
}

/// A type without the invisible group of a `macro_rules!` macro around it.
pub fn without_group(ty: Type) -> Type {
    match ty {
        Type::Group(group) => without_group(*group.elem),
        ty => ty,
    }
}
