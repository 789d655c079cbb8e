//! Tokens -> what stands before the `=` of a tree.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser as _;

use super::ast::{Context, Header, Item, Param};
use super::cursor::Cursor;
use super::leaf::starts_upper;
use crate::error::{Errors, with_help};

const FORM: &str = "a tree is declared as `pub DoorBot(Room) = sequence < walk, open_door >`";

/// The header, or nothing if there is no telling what the input was meant to be.
pub fn parse(cursor: &mut Cursor, errors: &mut Errors) -> Option<Header> {
    if is_item(cursor) { item(cursor, errors) } else { Some(expression(cursor, errors)) }
}

/// Whether a type is declared: attributes, a visibility, or `Name(Context)` with more header after it.
fn is_item(cursor: &Cursor) -> bool {
    if cursor.peek_punct(0, '#') || cursor.peek_word(0, "pub") {
        return true;
    }
    let Some(name) = cursor.peek_ident(0) else { return false };
    // `DoorBot = ..`, `DoorBot sequence ..`: a declaration with something missing.
    let type_name = starts_upper(name) && cursor.peek_ident(1).is_some();
    if type_name || (cursor.peek_punct(1, '=') && !cursor.peek_arrow(1)) {
        return true;
    }
    let header_goes_on = cursor.peek_punct(2, '=')
        || cursor.peek_arrow(2)
        || cursor.peek_ident(2).is_some()
        || cursor.peek_group(2, Delimiter::Brace).is_some();
    cursor.peek_group(1, Delimiter::Parenthesis).is_some() && header_goes_on
}

/// `(Room) -> Result<Error> =`, all of which may be left out.
fn expression(cursor: &mut Cursor, errors: &mut Errors) -> Header {
    let mut header = Header::default();
    if let Some(group) = cursor.group(Delimiter::Parenthesis) {
        header.context = context(&group, errors);
        header.error = result(cursor, errors);
        equals(cursor, errors);
    }
    header
}

/// `#[..] pub Name(Context) { params } -> Result<Error> =`.
fn item(cursor: &mut Cursor, errors: &mut Errors) -> Option<Header> {
    let (derives, attributes) = attributes(cursor, errors);
    let visibility = visibility(cursor);
    let Some(name) = cursor.ident() else {
        let found = cursor.found();
        errors.push(cursor.span(), with_help(format!("expected the name of the tree, found {found}"), FORM));
        return None;
    };
    if cursor.peek_punct(0, '<') {
        let open = cursor.span();
        errors.push(open, "a tree has no type parameters of its own; its context may be generic: `(impl Trait)`");
        if cursor.angles().is_none() {
            cursor.take(1);
        }
    }
    let context = match cursor.group(Delimiter::Parenthesis) {
        Some(group) => context(&group, errors),
        None => {
            let message = format!("the tree `{name}` names no context");
            errors.push(name.span(), with_help(message, format!("write `{name}(Room) = ...`")));
            None
        }
    };
    let params = cursor.group(Delimiter::Brace).map(|group| params(&group, errors)).unwrap_or_default();
    messages(cursor, errors);
    let error = result(cursor, errors);
    equals(cursor, errors);
    let item = Item { derives, attributes, visibility, name, params };
    Some(Header { item: Some(item), context, error })
}

/// The paths of the derives, and all other attributes as they are.
fn attributes(cursor: &mut Cursor, errors: &mut Errors) -> (Vec<TokenStream>, TokenStream) {
    let mut derives = Vec::new();
    let mut others = TokenStream::new();
    while cursor.peek_punct(0, '#') {
        let Some(group) = cursor.peek_group(1, Delimiter::Bracket).cloned() else {
            errors.push(cursor.span(), "expected an attribute: `#[...]`");
            cursor.take(1);
            continue;
        };
        let tokens = cursor.take(2);
        match derive_list(&group) {
            Some(list) => derives.extend(list),
            None => others.extend(tokens),
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

fn visibility(cursor: &mut Cursor) -> TokenStream {
    if !cursor.peek_word(0, "pub") {
        return TokenStream::new();
    }
    let restricted = cursor.peek_group(1, Delimiter::Parenthesis).is_some();
    cursor.take(1 + usize::from(restricted)).into_iter().collect()
}

fn context(group: &Group, errors: &mut Errors) -> Option<Context> {
    let tokens = group.stream();
    let mut cursor = Cursor::new(tokens.clone(), group.span_close());
    if cursor.is_empty() {
        errors.push(group.span(), with_help("these parentheses name no context", FORM));
        return None;
    }
    if cursor.peek_word(0, "impl") {
        cursor.take(1);
        let mut bounds = Vec::new();
        while !cursor.is_empty() {
            bounds.extend(cursor.next());
        }
        return Some(Context::Impl(bounds.into_iter().collect()));
    }
    match syn::parse2::<syn::Type>(tokens.clone()) {
        Ok(_) => Some(Context::Type(tokens)),
        Err(error) => {
            errors.push(error.span(), format!("the context must be one type: {error}"));
            None
        }
    }
}

fn params(group: &Group, errors: &mut Errors) -> Vec<Param> {
    fields(group).unwrap_or_else(|error| {
        errors.push(error.span(), format!("expected parameters, `name: Type`: {error}"));
        Vec::new()
    })
}

fn fields(group: &Group) -> syn::Result<Vec<Param>> {
    let fields: syn::FieldsNamed = syn::parse2(TokenTree::Group(group.clone()).into())?;
    let param = |field: syn::Field| {
        let ty = field.ty.into_token_stream();
        field.ident.map(|name| Param { name, ty })
    };
    Ok(fields.named.into_iter().filter_map(param).collect())
}

/// `on Message`, which is not there yet.
fn messages(cursor: &mut Cursor, errors: &mut Errors) {
    if !cursor.peek_word(0, "on") {
        return;
    }
    errors.push(cursor.span(), "messages are not supported yet");
    while !cursor.is_empty() && !cursor.peek_arrow(0) && !cursor.peek_punct(0, '=') {
        cursor.take(1);
    }
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

fn equals(cursor: &mut Cursor, errors: &mut Errors) {
    let at: Span = cursor.span();
    if cursor.punct('=').is_some() {
        return;
    }
    let found = cursor.found();
    let message = if cursor.is_empty() {
        "expected `=` and a node after this".to_owned()
    } else {
        format!("expected `=` before the tree, found {found}")
    };
    errors.push(at, with_help(message, FORM));
    if cursor.peek_ident(0).is_none() {
        skip_to_equals(cursor);
        cursor.punct('=');
    }
}

fn skip_to_equals(cursor: &mut Cursor) {
    while !cursor.is_empty() && !cursor.peek_punct(0, '=') {
        cursor.take(1);
    }
}
