//! Parses the path that names a node: `walk`, `doors::open_door`, `chase::<Wolf>`.

use proc_macro2::{Ident, Punct, Spacing, TokenStream, TokenTree};
use quote::quote_spanned;

use crate::codes;
use crate::error::Errors;
use crate::tree::ast::Name;
use crate::tree::keyword::is_keyword;
use crate::tree::parse::cursor::Cursor;

/// Reads the path that begins here. `None` after a mistake, which is reported.
pub fn path(cursor: &mut Cursor, errors: &mut Errors) -> Option<Name> {
    let mut path = Vec::new();
    let mut segments = Vec::new();
    let mut generics = TokenStream::new();
    let is_global = cursor.peek_path_separator(0);
    if is_global {
        path.extend(cursor.take(2));
    }
    loop {
        let segment = cursor.ident()?;
        path.push(TokenTree::Ident(segment.clone()));
        segments.push(segment);
        if !cursor.peek_path_separator(0) {
            break;
        }
        let separator = cursor.take(2);
        if cursor.peek_punct(0, '<') {
            generics = arguments(cursor, errors)?;
            break;
        }
        if cursor.peek_ident(0).is_none() {
            let message = "expected a name after this `::`";
            errors.push(codes::EXPECTED_NODE.over(separator.into_iter().collect::<TokenStream>(), message));
            return None;
        }
        path.extend(separator);
    }
    if segments.len() > 1
        && let Some(keyword) = segments.iter().find(|segment| is_keyword(segment) && !is_scope(segment))
    {
        errors.push(codes::EXPECTED_NODE.at(keyword.span(), format!("expected a name, found the keyword `{keyword}`")));
        return None;
    }
    Some(Name { path: path.into_iter().collect(), segments, is_global, generics })
}

/// `<A, B>`.
fn arguments(cursor: &mut Cursor, errors: &mut Errors) -> Option<TokenStream> {
    let open = cursor.span();
    let Some(arguments) = cursor.angles() else {
        errors.push(codes::TYPE_ARGUMENTS.at(open, "this `<` of the type arguments is not closed"));
        cursor.take(1);
        return None;
    };
    let mut close = Punct::new('>', Spacing::Alone);
    close.set_span(cursor.last_span());
    let mut arguments = quote_spanned!(open=> < #arguments);
    arguments.extend([TokenTree::Punct(close)]);
    if syn::parse2::<syn::AngleBracketedGenericArguments>(arguments.clone()).is_err() {
        errors.push(codes::TYPE_ARGUMENTS.at(open, "expected type arguments after this `<`, as in `chase::<Wolf>`"));
        return None;
    }
    Some(arguments)
}

/// Whether the word is a keyword that is allowed in a path.
fn is_scope(word: &Ident) -> bool {
    ["self", "super", "crate"].iter().any(|scope| word == scope)
}
