//! Tokens -> `ast`. After a mistake the parser continues at the next comma or `>`.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

use crate::codes;
use crate::error::{Errors, Mistake};
use crate::tokens::is_mark;
use crate::tree::ast::{Cfg, Header, Node, Tree};
use cursor::Cursor;

mod arm;
mod binding;
mod cfg;
mod context;
mod cursor;
mod expression;
mod header;
mod node;
mod params;
mod path;
#[cfg(test)]
mod tests;
mod types;

/// Reads the content of one `bt!`.
pub fn parse(tokens: TokenStream, errors: &mut Errors) -> Tree {
    let call = Span::call_site();
    let mut cursor = Cursor::new(tokens, call);
    if cursor.is_empty() {
        let help = "declare a tree: `bt! { pub DoorBot(Room) = sequence < walk, open_door > }`";
        errors.push(codes::EXPECTED_NODE.at(call, "`bt!` is empty").help(help));
        return Tree::default();
    }
    let mut cfgs = Vec::new();
    let Some(header) = header::parse(&mut cursor, errors, &mut cfgs) else { return Tree::default() };
    let root = root(&mut cursor, errors, &mut cfgs);
    Tree { header, root, cfgs, tokens: cursor.into_tokens() }
}

/// Reads the root, and reports tokens after it.
fn root(cursor: &mut Cursor, errors: &mut Errors, cfgs: &mut Vec<Cfg>) -> Option<Node> {
    if cursor.is_empty() {
        if errors.is_empty() {
            errors.push(codes::EXPECTED_NODE.at(cursor.span(), "expected a node after this"));
        }
        return None;
    }
    let mut parser = node::Parser { cursor: &mut *cursor, errors: &mut *errors, cfgs };
    let mut root = parser.with_cfgs(|parser| parser.node(1));
    if !cursor.is_empty() {
        // These tokens may have been meant as children of the root, so a missing child is not reported.
        root.iter_mut().for_each(|root| root.complete = false);
        errors.push(after_the_tree(cursor));
    }
    root
}

/// Whether the next word is an operator between nodes, as in `a and b`.
fn is_word_operator(cursor: &Cursor) -> bool {
    (cursor.peek_word(0, "and") || cursor.peek_word(0, "or")) && cursor.peek_ident(1).is_some()
}

/// What to write instead of `a && b` and `a || b`, and instead of code.
fn instead_of_operator(cursor: &Cursor) -> Option<&'static str> {
    if cursor.peek_punct(0, '&') || (cursor.peek_word(0, "and") && is_word_operator(cursor)) {
        Some("write `sequence < a, b >` for nodes that must all succeed")
    } else if cursor.peek_punct(0, '|') || is_word_operator(cursor) {
        Some("write `selector < a, b >` for nodes of which one must succeed")
    } else if cursor.peek_punct(0, '.') && cursor.peek_group(2, Delimiter::Parenthesis).is_some() {
        Some("to call a method of the context, write `action(|room| room.ring_bell())`")
    } else if cursor.peek_punct(0, '.') && cursor.peek_ident(1).is_some() {
        Some("a leaf in a module is written with `::`: `doors::open`")
    } else {
        None
    }
}

/// The error for tokens after the root.
fn after_the_tree(cursor: &Cursor) -> Mistake {
    let mistake = |message: &str| codes::EXPECTED_END.at(cursor.span(), message);
    if cursor.peek_punct(0, '>') {
        return mistake("unmatched `>`: every `<` before it is already closed");
    }
    let mistake = mistake(&format!("expected the end of the tree, found {}", cursor.found()));
    match cursor.peek(0) {
        Some(token) if is_mark(token, '=') => mistake.help(Header::FORM),
        Some(TokenTree::Punct(_)) => mistake.maybe_help(instead_of_operator(cursor)),
        _ => mistake.help("one `bt!` declares one tree, which has one root"),
    }
}
