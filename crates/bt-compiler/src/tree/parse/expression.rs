//! Parses one argument of a node. It remains a list of tokens: only rustc parses the expression in it.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::codes::{self, Code};
use crate::error::Mistake;
use crate::tokens::{is_one_of, parenthesized};
use crate::tree::ast::Arg;
use crate::tree::keyword::is_keyword;
use crate::tree::parse::cursor::Cursor;
use crate::tree::source::begins_closure;

/// Marks that cannot end an expression.
const CONTINUED_AFTER: &str = ".:+-*/%&|^=<!";

/// Reads one argument, up to the next comma or the end.
pub fn argument(cursor: &mut Cursor) -> Arg {
    let span = cursor.span();
    let has_colon = cursor.peek_punct(1, ':') && !cursor.peek_path_separator(1);
    let has_equals = cursor.peek_punct(1, '=') && !cursor.peek_punct(2, '=') && !cursor.peek_arrow(1);
    let named = cursor.peek_ident(0).is_some() && (has_colon || has_equals);
    let name = if named { cursor.ident() } else { None };
    let colon = (named && has_colon).then(|| cursor.span());
    cursor.take(usize::from(named));
    let mut value = Vec::new();
    // The commas between the parameters of a closure do not separate arguments.
    let closure = cursor.peek_punct(0, '|') || (cursor.peek_word(0, "move") && cursor.peek_punct(1, '|'));
    if closure {
        while !cursor.peek_punct(0, '|') {
            value.extend(cursor.next());
        }
        value.extend(cursor.next());
        while !cursor.is_empty() && !cursor.peek_punct(0, '|') {
            value.extend(cursor.next());
        }
        value.extend(cursor.next());
        value.extend(returned(cursor));
    }
    while !cursor.is_empty() && !cursor.peek_punct(0, ',') {
        // The commas in `::<A, B>` do not, either.
        if cursor.peek_path_separator(0) && cursor.peek_punct(2, '<') {
            value.extend(cursor.take(2));
            if let Some(generics) = cursor.angles() {
                value.extend(quote::quote!(<#generics>));
            }
            continue;
        }
        value.extend(cursor.next());
    }
    Arg { name, colon, value: parenthesized(value.into_iter().collect()), span }
}

/// The return type of a closure. The commas in its angle brackets do not separate arguments, either.
fn returned(cursor: &mut Cursor) -> Vec<TokenTree> {
    let mut taken = Vec::new();
    if cursor.peek_arrow(0) && cursor.peek_punct(0, '-') {
        while !cursor.is_empty() && !cursor.peek_punct(0, ',') && cursor.peek_group(0, Delimiter::Brace).is_none() {
            taken.extend(cursor.take(cursor.angles_ahead().unwrap_or(1)));
        }
    }
    taken
}

/// The error where an expression breaks off, or where a second one follows. It has this code, and names what is missing
/// between the two. rustc would report it for the whole macro.
pub fn mistake(value: &TokenStream, code: &'static Code, missing: &str) -> Option<Mistake> {
    let tokens: Vec<TokenTree> = value.clone().into_iter().collect();
    unfinished(&tokens).or_else(|| {
        let next = second(&tokens)?;
        Some(code.at(next.span(), format!("expected {missing}, found `{next}`")))
    })
}

fn unfinished(tokens: &[TokenTree]) -> Option<Mistake> {
    let last = tokens.last()?;
    if begins_closure(&tokens[0]) {
        let mut bars = (0..tokens.len()).filter(|&index| is_one_of("|", tokens.get(index)));
        let (open, close) = (bars.next(), bars.next());
        if let (Some(open), None) = (open, close) {
            return Some(codes::EXPECTED_ARGUMENT.at(tokens[open].span(), "this `|` of a closure is not closed"));
        }
        if close == Some(tokens.len() - 1) {
            let message = "expected the body of the closure after this `|`";
            return Some(codes::EXPECTED_ARGUMENT.at(last.span(), message));
        }
    }
    let before = tokens.len().checked_sub(2).and_then(|before| tokens.get(before));
    let open_range = is_one_of(".", before) && is_one_of(".", Some(last));
    // A `>` may also close type arguments.
    let compares = is_one_of(">", Some(last)) && !tokens.iter().any(|token| is_one_of("<", Some(token)));
    let unfinished = (is_one_of(CONTINUED_AFTER, Some(last)) && !open_range) || compares;
    let mark = if is_one_of(":", before) { "::".to_owned() } else { last.to_string() };
    let message = format!("expected the rest of an expression after this `{mark}`");
    unfinished.then(|| codes::EXPECTED_ARGUMENT.at(last.span(), message))
}

/// Where a second expression follows the first one.
fn second(tokens: &[TokenTree]) -> Option<&TokenTree> {
    tokens.windows(2).find(|pair| ends(&pair[0]) && begins(&pair[1])).map(|pair| &pair[1])
}

/// Whether an expression can end with this token, and only a mark or a keyword can continue it.
fn ends(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(name) => !is_keyword(name),
        TokenTree::Literal(_) => true,
        TokenTree::Group(group) => matches!(group.delimiter(), Delimiter::Parenthesis | Delimiter::Bracket),
        TokenTree::Punct(_) => false,
    }
}

/// Whether this token begins an expression and cannot continue one.
fn begins(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(name) => !is_keyword(name),
        token => matches!(token, TokenTree::Literal(_)),
    }
}
