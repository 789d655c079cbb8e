//! The implementations for a type without mistakes.

use proc_macro2::TokenStream;
use quote::quote;

use super::model::Shape;
use super::target::Target;

pub mod choice;
mod composite;
mod decorator;
mod hook;
mod leaf;
mod leaf_context;
mod message;
mod tree;
mod variants;

/// All implementations, in one block, so that their imports do not leak.
pub fn expand(mut target: Target, shape: &Shape) -> TokenStream {
    let behavior = match shape {
        &Shape::Leaf { is_unit } => leaf::expand(&target, is_unit),
        Shape::Choice(variants) => choice::expand(&mut target, variants),
    };
    let (receive, leaf_context) = (message::expand(&target, shape), leaf_context::expand(&target));
    quote! {
        const _: () = {
            #behavior
            #receive
            #leaf_context
        };
    }
}

/// The implementation of `Decorator`, in a block, so that its imports do not leak.
pub fn decorator(target: &Target) -> TokenStream {
    let decorator = decorator::expand(target);
    quote!(const _: () = { #decorator };)
}

/// The implementation of `Composite`, in a block, so that its imports do not leak.
pub fn composite(target: &Target) -> TokenStream {
    let composite = composite::expand(target);
    quote!(const _: () = { #composite };)
}
