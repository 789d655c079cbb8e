//! `bt check`: the mistakes that the macros find, without a build.

use bt_compiler::error::Mistake;
use bt_compiler::{derive, leaf, literal, tree};
use proc_macro2::{Span, TokenStream, TokenTree};

use crate::blocks::{self, Block, Found, Kept};
use crate::trees::Names;
use crate::{Report, Source};

/// The mistakes in a file that are known without types, in its order. What is under a `#[cfg(..)]` in a tree is a
/// mistake if it is one with and without it.
pub fn check(file: &Source) -> Vec<Report> {
    let tokens = match file.tokens() {
        Ok(tokens) => tokens,
        Err(unreadable) => return vec![Report::unreadable(unreadable)],
    };
    let mut reports = Vec::new();
    let mut add = |mistakes: Vec<Mistake>, macro_call: Span| {
        reports.extend(mistakes.into_iter().map(|mistake| Report::new(file, mistake, macro_call)));
    };
    if file.holds_trees_alone() && !tokens.is_empty() {
        let whole = blocks::span(&tokens);
        for tokens in blocks::trees(file, tokens) {
            add(tree::mistakes(tokens), whole);
        }
    } else {
        let names = Names::new(file, tokens.clone(), &[]);
        let uses_bt = mentions(tokens.clone(), &["bt", "bt_trees", "bevy_bt_trees"]);
        for found in blocks::find(tokens) {
            match found {
                Found::Block(Block { kept: Some(Kept::Quoted), .. }) => {}
                Found::Block(block) => add(tree::mistakes(block.group.stream()), block.call),
                // Other libraries may have macros of these names.
                _ if !uses_bt => {}
                Found::Leaf { attribute, function, call } => add(leaf::mistakes(attribute, function), call),
                Found::Literal { item, call } => {
                    if let Ok(input) = syn::parse2(item) {
                        add(literal::mistakes(&input), call);
                    }
                }
                Found::Type { derive, item, call } => {
                    if let Ok(input) = syn::parse2(item) {
                        add(derive::mistakes(derive, input), call);
                    }
                }
            }
        }
        if uses_bt {
            add(names.taken().map(leaf::taken).collect(), Span::call_site());
        }
    }
    reports.sort_by_key(|report| report.range.start);
    reports
}

/// Whether one of these names is anywhere in the tokens.
fn mentions(tokens: TokenStream, names: &[&str]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => mentions(group.stream(), names),
        TokenTree::Ident(ident) => names.iter().any(|name| ident == name),
        _ => false,
    })
}
