//! What stands in tokens.

use proc_macro2::{Ident, TokenStream, TokenTree};

/// Whether one of the names occurs in the tokens, that of a lifetime as well.
pub fn mentions(tokens: TokenStream, names: &[&Ident]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => names.contains(&&ident),
        TokenTree::Group(group) => mentions(group.stream(), names),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
