//! `#[derive(Behavior)]`: the attributes are parsed, the shape of the type is checked, and the implementation is
//! written; beside mistakes, one is written that keeps other errors from following.

mod check;
mod expand;
mod fallback;
mod model;
mod parse;
mod target;

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::error::Errors;
use target::Target;

/// What `#[derive(Behavior)]` adds to the type.
pub fn derive(input: DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let attributes = parse::parse(&input.ident, &input.attrs, &mut errors);
    let shape = check::check(&input.ident, input.data, attributes.returns, &mut errors);
    let target = Target::new(input.ident, input.vis, input.generics, attributes);
    match errors.check() {
        Ok(()) => expand::expand(target, &shape),
        Err(mistakes) => {
            let (mistakes, fallback) = (mistakes.into_tokens(), fallback::expand(&target));
            quote!(#mistakes #fallback)
        }
    }
}
