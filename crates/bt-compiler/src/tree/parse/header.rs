//! Parses the header of a tree: what stands before the `=`.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser as _;

use crate::error::{Errors, with_help};
use crate::tree::ast::{Header, Item};
use crate::tree::case::starts_upper;
use crate::tree::parse::context::context;
use crate::tree::parse::cursor::Cursor;
use crate::tree::parse::params::params;
use crate::tree::parse::path::is_keyword;

/// Reads the header. `None` if it cannot be read at all, which is reported.
pub fn parse(cursor: &mut Cursor, errors: &mut Errors) -> Option<Header> {
    if is_item(cursor) { item(cursor, errors) } else { Some(expression(cursor, errors)) }
}

/// Whether the tree declares a type: it begins with attributes, a visibility, or `Name(Context)` and more of a header.
fn is_item(cursor: &Cursor) -> bool {
    if cursor.peek_punct(0, '#') || cursor.peek_word(0, "pub") {
        return true;
    }
    let Some(name) = cursor.peek_ident(0) else { return false };
    // `DoorBot = ..`, `DoorBot sequence ..`, `struct DoorBot`: a declaration with something missing, or too much.
    let type_name = cursor.peek_ident(1).is_some() && (starts_upper(name) || is_of_another_item(cursor));
    if type_name || (cursor.peek_punct(1, '=') && !cursor.peek_arrow(1)) {
        return true;
    }
    let header_goes_on = cursor.peek_punct(2, '=')
        || cursor.peek_arrow(2)
        || cursor.peek_ident(2).is_some()
        || cursor.peek_group(2, Delimiter::Brace).is_some();
    cursor.peek_group(1, Delimiter::Parenthesis).is_some() && header_goes_on
}

/// Whether a group is the `(crate)` of `pub(crate)`.
fn is_restriction(group: &Group) -> bool {
    let first = group.stream().into_iter().next();
    matches!(first, Some(TokenTree::Ident(word)) if word == "crate" || word == "self" || word == "super" || word == "in")
}

/// `struct DoorBot`, `let bot`, `tree DoorBot`: a word that does not belong in a header, and then a name.
fn is_of_another_item(cursor: &Cursor) -> bool {
    let (Some(word), Some(name)) = (cursor.peek_ident(0), cursor.peek_ident(1)) else { return false };
    let keyword = ["struct", "enum", "type", "fn", "let", "static", "const"].iter().any(|keyword| word == keyword);
    keyword || (!starts_upper(word) && starts_upper(name))
}

/// `(Room) -> Result<Error> =`, all of which may be left out.
fn expression(cursor: &mut Cursor, errors: &mut Errors) -> Header {
    let mut header = Header::default();
    if let Some(group) = cursor.group(Delimiter::Parenthesis) {
        header.context = context(&group, errors);
        header.message = message(cursor, errors);
        header.error = result(cursor, errors);
        equals(cursor, errors);
    }
    header
}

/// `#[..] pub Name(Context) { params } on Message -> Result<Error> =`.
fn item(cursor: &mut Cursor, errors: &mut Errors) -> Option<Header> {
    let (derives, attributes) = attributes(cursor, errors);
    let visibility = visibility(cursor, errors);
    if is_of_another_item(cursor) {
        expected_name(cursor, errors);
        cursor.take(1);
    }
    let Some(name) = cursor.peek_ident(0).filter(|name| !is_keyword(name)).cloned() else {
        expected_name(cursor, errors);
        return None;
    };
    cursor.take(1);
    let readable = generics(cursor, errors);
    let context = match cursor.group(Delimiter::Parenthesis) {
        Some(group) => context(&group, errors),
        None if readable => {
            let message = format!("the tree `{name}` names no context");
            errors.push(name.span(), with_help(message, format!("write `{name}(Room) = ...`")));
            None
        }
        None => None,
    };
    let params = cursor.group(Delimiter::Brace).map(|group| params(&group, errors)).unwrap_or_default();
    let message = message(cursor, errors);
    let error = result(cursor, errors);
    equals(cursor, errors);
    let item = Item { derives, attributes, visibility, name, params };
    Some(Header { item: Some(item), context, message, error })
}

fn expected_name(cursor: &Cursor, errors: &mut Errors) {
    let found = cursor.found();
    errors.push(cursor.span(), with_help(format!("expected the name of the tree, found {found}"), Header::FORM));
}

/// Refuses `<T>`, which a tree does not have. Returns whether the rest of the header can be read.
fn generics(cursor: &mut Cursor, errors: &mut Errors) -> bool {
    if !cursor.peek_punct(0, '<') {
        return true;
    }
    errors.push(cursor.span(), "a tree has no type parameters of its own; its context may be generic: `(impl Trait)`");
    let closed = cursor.angles().is_some();
    if !closed {
        skip_to_equals(cursor);
    }
    closed
}

/// The paths of the derives, and all other attributes as they are.
fn attributes(cursor: &mut Cursor, errors: &mut Errors) -> (Vec<TokenStream>, TokenStream) {
    let mut derives = Vec::new();
    let mut others = TokenStream::new();
    while cursor.peek_punct(0, '#') {
        let Some(group) = cursor.peek_group(1, Delimiter::Bracket).cloned() else {
            errors.push(cursor.span(), "the attribute of a tree is written `#[...]`");
            cursor.take(1);
            if cursor.punct('!').is_some() {
                cursor.group(Delimiter::Bracket);
            }
            continue;
        };
        let tokens: TokenStream = cursor.take(2).into_iter().collect();
        match derive_list(&group) {
            Some(list) => derives.extend(list),
            None if syn::Attribute::parse_outer.parse2(tokens.clone()).is_ok() => others.extend(tokens),
            None => errors.push_over(tokens, "expected an attribute as of a struct: `#[name]` or `#[name(...)]`"),
        }
    }
    (derives, others)
}

fn derive_list(attribute: &Group) -> Option<Vec<TokenStream>> {
    let mut tokens = attribute.stream().into_iter();
    match (tokens.next(), tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(name)), Some(TokenTree::Group(list)), None) if name == "derive" => {
            let paths = syn::punctuated::Punctuated::<syn::Path, syn::Token![,]>::parse_terminated;
            let paths = paths.parse2(list.stream()).ok()?;
            Some(paths.into_iter().map(ToTokens::into_token_stream).collect())
        }
        _ => None,
    }
}

fn visibility(cursor: &mut Cursor, errors: &mut Errors) -> TokenStream {
    if !cursor.peek_word(0, "pub") {
        return TokenStream::new();
    }
    let restricted = cursor.peek_group(1, Delimiter::Parenthesis).is_some_and(is_restriction);
    let visibility: TokenStream = cursor.take(1 + usize::from(restricted)).into_iter().collect();
    if syn::parse2::<syn::Visibility>(visibility.clone()).is_err() {
        errors.push_over(visibility, "expected `pub`, `pub(crate)`, `pub(super)` or `pub(in path)`");
        return TokenStream::new();
    }
    visibility
}

/// `on Message`.
fn message(cursor: &mut Cursor, errors: &mut Errors) -> Option<TokenStream> {
    if !cursor.peek_word(0, "on") {
        return None;
    }
    let at = cursor.span();
    cursor.take(1);
    let mut message = TokenStream::new();
    while !cursor.is_empty() && !cursor.peek_arrow(0) && !cursor.peek_punct(0, '=') {
        message.extend(cursor.take(1));
    }
    if syn::parse2::<syn::Type>(message.clone()).is_ok_and(|ty| !matches!(ty, syn::Type::TraitObject(_))) {
        return Some(message);
    }
    let at = message.into_iter().next().map_or(at, |token| token.span());
    errors.push(at, with_help("expected one type of messages after `on`", "write `pub Duck(Room) on Shot = ...`"));
    None
}

/// `-> Result<Error>`.
fn result(cursor: &mut Cursor, errors: &mut Errors) -> Option<TokenStream> {
    if !cursor.peek_arrow(0) || cursor.peek_fat_arrow(0) {
        return None;
    }
    let arrow = cursor.span();
    cursor.take(2);
    let result = cursor.peek_word(0, "Result") && cursor.peek_punct(1, '<');
    let at = if cursor.is_empty() { arrow } else { cursor.span() };
    if result {
        cursor.take(1);
        if let Some(error) = cursor.angles().filter(|error| syn::parse2::<syn::Type>(error.clone()).is_ok()) {
            return Some(error);
        }
    }
    let help = "write `-> Result<DoorError>` for a tree whose leaves can return an error";
    errors.push(at, with_help("expected `Result<Error>` with one error type", help));
    skip_to_equals(cursor);
    None
}

/// `=`, with which the header ends.
fn equals(cursor: &mut Cursor, errors: &mut Errors) {
    let at: Span = cursor.span();
    if !cursor.peek_fat_arrow(0) && cursor.punct('=').is_some() {
        return;
    }
    if cursor.is_empty() {
        // If something else is missing before the end, that has been reported.
        if errors.is_empty() {
            errors.push(at, with_help("expected `=` and a node after this", Header::FORM));
        }
        return;
    }
    let found = cursor.found();
    errors.push(at, with_help(format!("expected `=` before the tree, found {found}"), Header::FORM));
    if cursor.peek_fat_arrow(0) {
        cursor.take(2);
        return;
    }
    while !cursor.is_empty() && cursor.peek_ident(0).is_none() && !cursor.peek_punct(0, '=') {
        cursor.take(1);
    }
    cursor.punct('=');
}

fn skip_to_equals(cursor: &mut Cursor) {
    while !cursor.is_empty() && !cursor.peek_punct(0, '=') {
        cursor.take(1);
    }
}
