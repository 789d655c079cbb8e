//! Refuses code that changes a parameter of the tree, or a value that a node has bound.

use proc_macro2::{Spacing, Span, TokenStream, TokenTree};

use crate::error::{Errors, with_help};
use crate::tree::ast::Param;
use crate::tree::source::Code;

/// Reports code that changes one of the parameters. What it would change is a copy.
pub fn refuse<'a>(params: &[Param], codes: impl Iterator<Item = &'a Code>, errors: &mut Errors) {
    for (code, Param { name: param, .. }) in codes.flat_map(|code| params.iter().map(move |param| (code, param))) {
        for at in changes(&param.to_string(), &code.written()) {
            let message =
                format!("the parameter `{param}` cannot change: parameters are constant for the life of a tree");
            errors.push(at, with_help(message, "keep data that changes in the context"));
        }
    }
}

/// Reports code that changes a value that a node has bound.
pub fn refuse_value(name: &str, code: &TokenStream, errors: &mut Errors) {
    for at in changes(name, code) {
        let message = format!("the value `{name}` cannot change");
        errors.push(at, with_help(message, "keep data that changes in the context, or in a leaf"));
    }
}

/// Where the name is assigned to. Nothing is reported where the code declares a variable of this name.
fn changes(param: &str, code: &TokenStream) -> Vec<Span> {
    let tokens: Vec<TokenTree> = code.clone().into_iter().collect();
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => found.extend(changes(param, &group.stream())),
            TokenTree::Ident(name) if name == param => {
                let before = at.checked_sub(1).map(|before| tokens[before].to_string());
                match before.as_deref() {
                    Some("let" | "mut") => return Vec::new(),
                    Some("|") if is_one_of("|,:", tokens.get(at + 1)) => return Vec::new(),
                    Some(".") => {}
                    _ if is_assigned(&tokens[at + 1..]) => found.push(name.span()),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    found
}

fn is_one_of(marks: &str, token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if marks.contains(punct.as_char()))
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
