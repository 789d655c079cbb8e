//! Refuses code that modifies a parameter of the tree, or a value that a node has bound.

use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;

use crate::codes;
use crate::error::Errors;
use crate::tokens::is_one_of;
use crate::uses::replaced;

/// Reports code that modifies a parameter: it would only modify a copy.
pub fn refuse_param(param: &str, code: &TokenStream, errors: &mut Errors) {
    for at in changes(param, code) {
        let message = format!("the parameter `{param}` cannot change: parameters are constant for the life of a tree");
        errors.push(codes::CANNOT_CHANGE.at(at, message).help("keep data that changes in the context"));
    }
}

/// Reports code that modifies a value bound by a node.
pub fn refuse_value(name: &str, code: &TokenStream, errors: &mut Errors) {
    for at in changes(name, code) {
        let message = format!("the value `{name}` cannot change");
        errors.push(codes::CANNOT_CHANGE.at(at, message).help("keep data that changes in the context, or in a leaf"));
    }
}

/// Where the code modifies the variable: `prey = ..`, `prey.hunger += 1`, `(prey, n) = ..`, `&mut prey`. Methods that
/// may modify it are left to rustc.
fn changes(name: &str, code: &TokenStream) -> Vec<Span> {
    let mut found = Vec::new();
    let marked = replaced(code, name, |name| Ident::new(PLACEHOLDER, name.span()).into_token_stream());
    find(&marked, &mut found);
    found
}

/// A name that never occurs in code.
const PLACEHOLDER: &str = "__changed";

fn find(code: &TokenStream, found: &mut Vec<Span>) {
    let tokens: Vec<TokenTree> = code.clone().into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let (before, after) = (&tokens[..at], &tokens[at + 1..]);
        match token {
            TokenTree::Ident(name) if name == PLACEHOLDER => {
                let after = after_place(after);
                if is_assigned(after) || (is_borrowed(before) && !is_one_of(".?", after.first())) {
                    found.push(name.span());
                }
            }
            TokenTree::Group(group) if is_one_of("!", before.last()) => in_macro(group, found),
            TokenTree::Group(group) => {
                if group.delimiter() == Delimiter::Parenthesis && !ends_callee(before.last()) && is_assigned(after) {
                    found.extend(places(group));
                }
                find(&group.stream(), found);
            }
            _ => {}
        }
    }
}

/// Finds modifications in the arguments of a macro, where `name = value` is not an assignment.
fn in_macro(group: &Group, found: &mut Vec<Span>) {
    for token in group.stream() {
        if let TokenTree::Group(inner) = token {
            find(&inner.stream(), found);
        }
    }
}

/// The tokens after the fields and indices of a place: in `prey.eyes[0] += 1`, these are `+= 1`.
fn after_place(mut after: &[TokenTree]) -> &[TokenTree] {
    loop {
        after = match after {
            [TokenTree::Punct(dot), TokenTree::Ident(_) | TokenTree::Literal(_), rest @ ..]
                if dot.as_char() == '.' && !is_call(rest) =>
            {
                rest
            }
            [TokenTree::Group(index), rest @ ..] if index.delimiter() == Delimiter::Bracket => rest,
            _ => return after,
        };
    }
}

/// Whether the name before this is the name of a method.
fn is_call(after: &[TokenTree]) -> bool {
    match after.first() {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
        colon => is_one_of(":", colon),
    }
}

/// Whether `&mut` comes right before.
fn is_borrowed(before: &[TokenTree]) -> bool {
    matches!(before, [.., TokenTree::Punct(and), TokenTree::Ident(word)] if and.as_char() == '&' && word == "mut")
}

/// Whether parentheses after this token are those of a call.
fn ends_callee(before: Option<&TokenTree>) -> bool {
    matches!(before, Some(TokenTree::Ident(_) | TokenTree::Group(_))) || is_one_of(">", before)
}

/// The elements of a tuple, or of parentheses, that are the variable.
fn places(group: &Group) -> Vec<Span> {
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let elements = tokens.split(|token| is_one_of(",", Some(token)));
    let place = |element: &[TokenTree]| match element {
        [TokenTree::Ident(name), after @ ..] if name == PLACEHOLDER && after_place(after).is_empty() => {
            Some(name.span())
        }
        _ => None,
    };
    elements.filter_map(place).collect()
}

/// Whether `=`, `+=` or the like comes next.
fn is_assigned(next: &[TokenTree]) -> bool {
    let mark = |at: usize| match next.get(at) {
        Some(TokenTree::Punct(mark)) => Some((mark.as_char(), mark.spacing() == Spacing::Joint)),
        _ => None,
    };
    match (mark(0), mark(1), mark(2)) {
        (Some(('=', joint)), after, _) => !joint || !matches!(after, Some(('=' | '>', _))),
        (Some(('<', true)), Some(('<', true)), Some(('=', _)))
        | (Some(('>', true)), Some(('>', true)), Some(('=', _))) => true,
        (Some(('+' | '-' | '*' | '/' | '%' | '&' | '|' | '^', true)), Some(('=', _)), _) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::changes;

    fn count(text: &str) -> usize {
        changes("x", &text.parse().expect("it is tokens")).len()
    }

    #[test]
    fn code_changes_a_variable() {
        for text in [
            "x = 1",
            "|_| x += 1",
            "|_| x |= 1",
            "|_| x <<= 1",
            "|_| { let y = 1; x -= y; }",
            "*x += 1",
            "x.y += 1",
            "x.0.1 = 2",
            "x.y[0].z = 2",
            "(x) += 1",
            "(x, y.z) = (1, 2)",
            "f(&mut x)",
            "|_| { let y = &mut x.y; y.z = 1; }",
            "if a { x = 1 }",
            "assert!({ x += 1; true })",
        ] {
            assert_eq!(count(text), 1, "{text}");
        }
    }

    #[test]
    fn code_leaves_a_variable_as_it_is() {
        for text in [
            "x == 1",
            "x <= 1",
            "x >= 1 && x != 2",
            "match x { 1 => 2, _ => x }",
            "w.x = x",
            "w.x += x.y",
            "*f(x) = 1",
            "x.f().y = 1",
            "&mut x.iter()",
            "x.f(|y| y)",
            "|x| x += 1",
            "|c, mut x| { x = 1 }",
            "{ let mut x = x; x += 1; x }",
            "if let Some(x) = y { x = 1 }",
            "println!(\"{x}\", x = 1)",
            "a[x] = 1",
            "Foo { x, ..y }",
        ] {
            assert_eq!(count(text), 0, "{text}");
        }
    }
}
