//! `#[cfg(...)]` on a tree and on its nodes.
//!
//! A macro cannot know whether a predicate holds. So it writes the tree twice, as a `bt!` with the tokens under the
//! predicate and as one without, and rustc expands one of them. That `bt!` does the same for the next predicate.

use std::ops::Range;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::ast::{Cfg, Tree};
use super::parse::parse;
use super::pieces::key;
use crate::error::Errors;
use crate::options::Options;

/// The tree with and without the tokens under a predicate.
pub fn both(runtime: &TokenStream, tree: &Tree, cfg: &Cfg, options: Options) -> TokenStream {
    let answers = options.live.then(|| answers(runtime, tree));
    let (with, without) = split(tree, cfg);
    let predicate = &cfg.predicate;
    let call = |tokens| quote!(#runtime::bt! { (#runtime) #tokens });
    if tree.header.item.is_some() {
        let with = call(with);
        let without = (!without.is_empty()).then(|| call(without)).map(|call| quote!(#[cfg(not(#predicate))] #call));
        return quote!(#answers #[cfg(#predicate)] #with #without);
    }
    let (with, without, chosen) = (call(with), call(without), Ident::new("tree", Span::mixed_site()));
    quote!({
        #answers
        #[cfg(#predicate)]
        let #chosen = #with;
        #[cfg(not(#predicate))]
        let #chosen = #without;
        #chosen
    })
}

/// Whether the predicates hold, for live trees, so that the text may change at run time.
pub fn answers(runtime: &TokenStream, tree: &Tree) -> TokenStream {
    let mut keys: Vec<String> = Vec::new();
    let mut answers = TokenStream::new();
    for Cfg { predicate, .. } in &tree.cfgs {
        let Some(key) = key(predicate).filter(|key| !keys.contains(key)) else { continue };
        answers.extend(quote! {
            const _: () = {
                use #runtime as __bt;
                __bt::live::inventory::submit! {
                    __bt::live::Condition {
                        module: __bt::live::module_path!(),
                        predicate: #key,
                        holds: __bt::live::cfg!(#predicate),
                    }
                }
            };
        });
        keys.push(key);
    }
    answers
}

/// No tree has more predicates. Each takes a walk through the text.
const MOST_PREDICATES: usize = 64;

/// The tokens that remain in the tree, and the predicates unknown to `holds`, which count as true.
pub fn select(mut tokens: TokenStream, holds: &dyn Fn(&str) -> Option<bool>) -> (TokenStream, Vec<TokenStream>) {
    let mut unknown = Vec::new();
    for _ in 0..MOST_PREDICATES {
        // Mistakes are reported when the rest is read.
        let tree = parse(tokens.clone(), &mut Errors::default());
        let Some(cfg) = tree.cfgs.first() else { break };
        let answer = key(&cfg.predicate).and_then(|key| holds(&key));
        if answer.is_none() {
            unknown.push(cfg.predicate.clone());
        }
        let (with, without) = split(&tree, cfg);
        tokens = if answer.unwrap_or(true) { with } else { without };
    }
    (tokens, unknown)
}

/// The tokens of the tree if a predicate holds, and if it does not.
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
