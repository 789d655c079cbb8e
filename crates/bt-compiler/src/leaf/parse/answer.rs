//! The return type: the value of the leaf, and whether it is a request.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::ParseStream;
use syn::{Token, Type};

use super::argument::borrowed;
use crate::codes;
use crate::error::{Errors, Mistake};
use crate::leaf::model::Request;
use crate::leaf::value;
use crate::tokens::{borrow, without_group};

pub fn output(input: ParseStream) -> (TokenStream, Span) {
    if !input.peek(Token![->]) {
        return (quote!(()), Span::call_site());
    }
    let _ = input.parse::<Token![->]>();
    match input.parse::<Type>() {
        Ok(ty) => {
            let tokens = without_group(ty).into_token_stream();
            let at = tokens.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
            (tokens, at)
        }
        Err(error) => (quote!(()), error.span()),
    }
}

/// The request of the function: its future if it is `async`, otherwise what it returns, if that is a request.
pub fn request(output: &TokenStream, is_async: bool, is_declared: bool) -> Option<Request> {
    if is_async {
        return Some(Request::Future);
    }
    let is_request = || syn::parse2::<Type>(output.clone()).is_ok_and(|output| value::asked(&output).is_some());
    (is_declared || is_request()).then_some(Request::Returned)
}

/// The value that the return type shows.
pub fn value(output: &TokenStream, errors: &mut Errors) -> Option<TokenStream> {
    let shown = syn::parse2::<Type>(output.clone()).map_err(Mistake::from).and_then(|output| value::value(&output));
    shown.and_then(|value| value.map_or(Ok(None), owned)).map_err(|mistake| errors.push(mistake)).ok().flatten()
}

/// A value is held by the tree.
fn owned(value: TokenStream) -> Result<Option<TokenStream>, Mistake> {
    match borrow(&value).or_else(|| borrowed(value.clone())) {
        Some(at) => {
            let message = "the value of a leaf cannot borrow: trees hold it";
            Err(codes::BORROWED.at(at, message).help("return an owned value, or a `&'static`"))
        }
        None => Ok(Some(value)),
    }
}

/// The value of a leaf with a request: what its return type shows.
pub fn answer(
    output: &TokenStream,
    request: &Request,
    declared: Option<Span>,
    errors: &mut Errors,
) -> Option<TokenStream> {
    let ty = syn::parse2::<Type>(output.clone()).ok()?;
    let answer = match (request, value::asked(&ty)) {
        (Request::Future, Some(_)) => {
            let message = "an `async` leaf is a request by itself, and cannot return one";
            Err(codes::REQUEST.over(&ty, message).help("return its answer, or remove the `async`"))
        }
        (Request::Future, None) => value::answer(&ty, true),
        (Request::Returned, Some(asked)) => value::answer(asked, false),
        (Request::Returned, None) => {
            let message = "the return type does not show the answer of this request";
            let at = declared.unwrap_or_else(Span::call_site);
            Err(codes::LEAF_VALUE.at(at, message).help("write `#[leaf(request, value = TYPE)]`"))
        }
    };
    answer.map_err(|mistake| errors.push(mistake)).ok()
}
