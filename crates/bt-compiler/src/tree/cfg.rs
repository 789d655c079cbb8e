//! `#[cfg(...)]` on a tree and on its nodes.
//!
//! A macro cannot know whether a predicate holds. So it writes the tree twice, as a `bt!` with the tokens under the
//! predicate and as one without, and rustc expands one of them. That one does the same with the next predicate.

use std::ops::Range;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::ast::{Cfg, Tree};

/// The tree with and without the tokens under a predicate.
pub fn both(runtime: &TokenStream, tree: &Tree, cfg: &Cfg) -> TokenStream {
    let (with, without) = split(tree, cfg);
    let predicate = &cfg.predicate;
    let call = |tokens| quote!(#runtime::bt! { (#runtime) #tokens });
    if tree.header.item.is_some() {
        let with = call(with);
        let without = (!without.is_empty()).then(|| call(without)).map(|call| quote!(#[cfg(not(#predicate))] #call));
        return quote!(#[cfg(#predicate)] #with #without);
    }
    let (with, without, chosen) = (call(with), call(without), Ident::new("tree", Span::mixed_site()));
    quote!({
        #[cfg(#predicate)]
        let #chosen = #with;
        #[cfg(not(#predicate))]
        let #chosen = #without;
        #chosen
    })
}

/// The tokens of the tree where a predicate holds, and where it does not.
pub fn split(tree: &Tree, Cfg { predicate, .. }: &Cfg) -> (TokenStream, TokenStream) {
    let text = predicate.to_string();
    let same = || tree.cfgs.iter().filter(|other| other.predicate.to_string() == text);
    let with = without(tree, same().map(|same| &same.attribute).collect());
    (with, without(tree, same().map(|same| &same.whole).collect()))
}

/// The tokens outside of all ranges.
fn without(tree: &Tree, ranges: Vec<&Range<usize>>) -> TokenStream {
    let stays = |at: &usize| !ranges.iter().any(|range| range.contains(at));
    tree.tokens.iter().enumerate().filter(|(at, _)| stays(at)).map(|(_, token)| token.clone()).collect()
}
