//! The expansion of a tree for editors.
//!
//! rust-analyzer expands macros, and examines the result. Only for rust-analyzer, `bt!` does not write the machine, but
//! a function that shows what each token of the tree means, the errors, and the type without its state. This folder
//! also reads half-typed trees.

use proc_macro2::TokenStream;

mod read;
mod sketch;
#[cfg(test)]
mod tests;
mod write;

/// The meaning of a tree's tokens.
pub fn meaning(runtime: &TokenStream, tokens: TokenStream) -> TokenStream {
    write::write(runtime, &read::read(tokens))
}
