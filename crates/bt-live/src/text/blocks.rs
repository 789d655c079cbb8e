//! Finds the trees in a source file.

use std::iter::Peekable;

use bt_compiler::tree::pieces::key;
use bt_compiler::tree::{Program, read};
use proc_macro2::{Span, TokenStream, TokenTree, token_stream};

use super::problem::Problem;

/// A tree in a text.
pub struct Found {
    pub tree: Program,
    /// Its tokens without spacing, so that a tree that was only formatted is the same one.
    pub key: Option<String>,
    /// Its header without docs, likewise, and where it begins.
    pub header: Option<String>,
    pub at: Span,
}

/// All trees in a file, or all mistakes.
pub fn trees(text: &str) -> Result<Vec<Found>, Vec<Problem>> {
    let tokens: TokenStream = text.parse().map_err(|error: proc_macro2::LexError| {
        vec![Problem::new(error.span(), "this file is no Rust: a delimiter or a string is not closed")]
    })?;
    let mut blocks = Vec::new();
    find(tokens, &mut blocks);
    let (mut trees, mut problems) = (Vec::new(), Vec::new());
    for block in blocks {
        let (key, header) = (key(&block), header(&block));
        let at = block.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
        match read(block) {
            Ok(tree) => trees.push(Found { tree, key, header, at }),
            Err(mistakes) => problems.extend(mistakes.into_list().into_iter().map(Problem::from)),
        }
    }
    if problems.is_empty() { Ok(trees) } else { Err(problems) }
}

/// The header of a tree, without docs and without spacing.
pub fn header(block: &TokenStream) -> Option<String> {
    let is = |token: &TokenTree, mark: char| matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark);
    let tokens: Vec<TokenTree> = block.clone().into_iter().take_while(|token| !is(token, '=')).collect();
    let is_doc = |at: usize| match tokens.get(at) {
        Some(TokenTree::Group(group)) => {
            group.stream().into_iter().next().is_some_and(|word| word.to_string() == "doc")
        }
        _ => false,
    };
    let docs: Vec<usize> = (0..tokens.len()).filter(|&at| is(&tokens[at], '#') && is_doc(at + 1)).collect();
    let written =
        tokens.iter().enumerate().filter(|(at, _)| !docs.contains(at) && !docs.contains(&(at.wrapping_sub(1))));
    key(&written.map(|(_, token)| token.clone()).collect())
}

/// The content of each `bt! { .. }`. What stands in a `macro_rules!` is no tree yet.
fn find(tokens: TokenStream, blocks: &mut Vec<TokenStream>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => find(group.stream(), blocks),
            TokenTree::Ident(word) if word == "bt" && takes_bang(&mut tokens) => {
                if let Some(TokenTree::Group(group)) = tokens.next() {
                    blocks.push(group.stream());
                }
            }
            TokenTree::Ident(word) if word == "macro_rules" && takes_bang(&mut tokens) => {
                tokens.by_ref().find(|token| matches!(token, TokenTree::Group(_)));
            }
            _ => {}
        }
    }
}

fn takes_bang(tokens: &mut Peekable<token_stream::IntoIter>) -> bool {
    tokens.next_if(|token| matches!(token, TokenTree::Punct(mark) if mark.as_char() == '!')).is_some()
}
