//! What an editor gets for a tree.
//!
//! rust-analyzer expands macros, and looks at what they expand to. For it, and only for it, `bt!` writes something
//! other than the machine: a function that shows what each token of the tree means, the errors, and the type without
//! its state. The whole folder reads half-typed trees, too.

use proc_macro2::TokenStream;

mod read;
mod sketch;
#[cfg(test)]
mod tests;
mod write;

/// What the tokens of a tree mean.
pub fn meaning(runtime: &TokenStream, tokens: TokenStream) -> TokenStream {
    write::write(runtime, &read::read(tokens))
}
