//! The macros of the crate `bt` (package `bt-trees`), which documents and re-exports them. The compiler is the crate
//! `bt-compiler`.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

// rustdoc appends the docs of the macros below to those of their re-exports in `bt`, so they are short.

use proc_macro::TokenStream;
use proc_macro2::TokenTree;

/// What the features of `bt` turn on.
const OPTIONS: bt_compiler::options::Options =
    bt_compiler::options::Options { live: cfg!(feature = "live"), parts: cfg!(feature = "parts") };

/// Declares a behavior tree. Call the macro of the same name in `bt`, which documents it, and passes the path of `bt`
/// as the first token.
#[proc_macro]
pub fn bt(input: TokenStream) -> TokenStream {
    let mut tokens = proc_macro2::TokenStream::from(input).into_iter();
    let runtime = match tokens.next() {
        Some(TokenTree::Group(runtime)) => runtime.stream(),
        _ => quote::quote!(::bt::__private),
    };
    bt_compiler::tree::compile_with(runtime, tokens.collect(), OPTIONS).into()
}

/// Import this attribute from the crate `bt`, which documents it.
#[proc_macro_attribute]
pub fn leaf(attribute: TokenStream, function: TokenStream) -> TokenStream {
    bt_compiler::leaf::leaf_with(attribute.into(), function.into(), OPTIONS).into()
}

/// Import this derive macro from the crate `bt`, which documents it.
#[proc_macro_derive(Behavior, attributes(behavior, decorator, composite))]
pub fn derive_behavior(input: TokenStream) -> TokenStream {
    bt_compiler::derive::derive_with(syn::parse_macro_input!(input as syn::DeriveInput), OPTIONS).into()
}

/// Import this derive macro from the crate `bt`, which documents it.
#[proc_macro_derive(Decorator, attributes(behavior, decorator, composite))]
pub fn derive_decorator(input: TokenStream) -> TokenStream {
    bt_compiler::derive::derive_decorator(syn::parse_macro_input!(input as syn::DeriveInput)).into()
}

/// Import this derive macro from the crate `bt`, which documents it.
#[proc_macro_derive(Literal)]
pub fn derive_literal(input: TokenStream) -> TokenStream {
    bt_compiler::literal::derive_with(&syn::parse_macro_input!(input as syn::DeriveInput), OPTIONS).into()
}

/// Import this derive macro from the crate `bt`, which documents it.
#[proc_macro_derive(Composite, attributes(behavior, decorator, composite))]
pub fn derive_composite(input: TokenStream) -> TokenStream {
    bt_compiler::derive::derive_composite(syn::parse_macro_input!(input as syn::DeriveInput)).into()
}
