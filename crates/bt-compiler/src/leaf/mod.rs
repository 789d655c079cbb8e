//! `#[leaf]`: a function becomes a leaf. The signature is parsed and checked, and a type is written beside the
//! function. If there are mistakes, the type keeps other errors from following.

mod expand;
mod model;
mod parse;
mod parts;
mod request;
mod value;

use proc_macro2::TokenStream;
use quote::quote;

use crate::editor;
use crate::error::{Errors, Mistake, Mistakes};

/// The expansion of `#[leaf(attribute)]` on a function.
pub fn leaf(attribute: TokenStream, function: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let leaf = parse::parse(attribute, function.clone(), &mut errors);
    match (errors.check(), leaf) {
        (Ok(()), Some(leaf)) if editor::asks() => expand::in_editor(&leaf),
        (Ok(()), Some(leaf)) => expand::expand(&leaf),
        (found, leaf) => {
            let mistakes = found.err().map(Mistakes::into_tokens);
            let fallback = leaf.map_or(function, |leaf| expand::fallback(&leaf));
            quote!(#mistakes #fallback)
        }
    }
}

/// The mistakes in a leaf that are known without its types.
pub fn mistakes(attribute: TokenStream, function: TokenStream) -> Vec<Mistake> {
    let mut errors = Errors::default();
    parse::parse(attribute, function, &mut errors);
    errors.check().err().map(Mistakes::into_list).unwrap_or_default()
}
