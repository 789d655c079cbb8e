//! What the implementations for an enum share.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Type;
use syn::spanned::Spanned;

use crate::derive::model::Variant;

/// A `match` on the active variant.
pub fn by_variant(variants: &[Variant], call: impl Fn(usize, &Variant) -> TokenStream) -> TokenStream {
    let arms = variants.iter().enumerate().map(|(index, variant)| {
        let (Variant { name, member, .. }, call) = (variant, call(index, variant));
        quote!(Self::#name { #member: __behavior } => #call,)
    });
    quote!(match self { #(#arms)* })
}

/// The spans of the first and the last token of a type. Code that begins and ends with them has the source position of
/// the type, so that rustc reports all its errors as one.
pub fn ends(behavior: &Type) -> (Span, Span) {
    let last = behavior.to_token_stream().into_iter().last();
    (behavior.span(), last.map_or_else(Span::call_site, |token| token.span()))
}
