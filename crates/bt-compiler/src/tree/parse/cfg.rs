//! Parses `#[cfg(...)]` before a tree or a node.

use std::ops::Range;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::attributes::items;
use crate::codes;
use crate::error::Errors;
use crate::tokens::ungrouped;
use crate::tree::parse::cursor::Cursor;

/// Whether `#[cfg...]` comes next.
pub fn is_cfg(cursor: &Cursor) -> bool {
    let attribute = cursor.peek_group(1, Delimiter::Bracket).filter(|_| cursor.peek_punct(0, '#'));
    let first = attribute.and_then(|attribute| attribute.stream().into_iter().next());
    matches!(first, Some(TokenTree::Ident(name)) if name == "cfg")
}

/// Takes the attribute: its predicate and its span. `None` after a mistake in it, which is reported.
pub fn cfg(cursor: &mut Cursor, errors: &mut Errors) -> Option<(TokenStream, Range<usize>)> {
    let start = cursor.position();
    let tokens = cursor.take(2);
    let predicate = list(&tokens).filter(|list| are_predicates(list, |count| count == 1));
    if predicate.is_none() {
        let message =
            "`#[cfg(..)]` takes one condition: `test`, `feature = \"name\"`, or `not(..)`, `all(..)`, `any(..)`";
        errors.push(codes::ATTRIBUTE.over(tokens.into_iter().collect::<TokenStream>(), message));
    }
    Some((predicate?, start..cursor.position()))
}

/// Whether these are predicates that rustc can read, and their number is the wanted one. A predicate that rustc cannot
/// read counts as true, and so does its opposite: then both copies of the tree would be compiled.
fn are_predicates(list: &TokenStream, wanted: impl Fn(usize) -> bool) -> bool {
    let predicates = items(list.clone());
    wanted(predicates.len()) && predicates.into_iter().all(is_sound)
}

fn is_sound(predicate: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = ungrouped(predicate).into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Ident(_)] => true,
        [TokenTree::Ident(_), TokenTree::Punct(equals), TokenTree::Literal(value)] => {
            equals.as_char() == '=' && syn::parse_str::<syn::LitStr>(&value.to_string()).is_ok()
        }
        [TokenTree::Ident(name), TokenTree::Group(list)] if list.delimiter() == Delimiter::Parenthesis => {
            match name.to_string().as_str() {
                "all" | "any" => are_predicates(&list.stream(), |_| true),
                "not" => are_predicates(&list.stream(), |count| count == 1),
                _ => false,
            }
        }
        _ => false,
    }
}

/// The `list` of `#[cfg(list)]`.
fn list(attribute: &[TokenTree]) -> Option<TokenStream> {
    let [_, TokenTree::Group(attribute)] = attribute else { return None };
    let tokens: Vec<TokenTree> = attribute.stream().into_iter().collect();
    match tokens.as_slice() {
        [_, TokenTree::Group(list)] if list.delimiter() == Delimiter::Parenthesis => Some(list.stream()),
        _ => None,
    }
}
