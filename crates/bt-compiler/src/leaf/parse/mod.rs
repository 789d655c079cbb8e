//! Tokens -> the signature of a function. The body is passed on unchanged.

mod answer;
mod argument;
mod options;
mod params;
pub mod prelude;

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Generics, Token, Visibility};

use self::options::Options;
use self::prelude::Hidden;
use super::model::Leaf;
use crate::attributes::{Attribute, Derive, parts};
use crate::codes;
use crate::error::Errors;
use crate::tokens::drain;

/// Words before `fn` that a leaf cannot have, and why.
const REFUSED: [(&str, &str, &str); 2] = [
    ("unsafe", "a leaf cannot be `unsafe`: trees call it without `unsafe`", "put the `unsafe` block into the function"),
    ("extern", "a leaf cannot be `extern`", "call the function from a leaf"),
];

/// Reads a function; returns nothing if there is none.
pub fn parse(attribute: TokenStream, function: TokenStream, errors: &mut Errors) -> Option<Leaf> {
    let options = options::options(attribute, errors);
    let read = |input: ParseStream| Ok(leaf(input, options, errors));
    read.parse2(function).map_err(|error| errors.push(error)).ok().flatten()
}

fn leaf(input: ParseStream, options: Options, errors: &mut Errors) -> Option<Leaf> {
    let whole: TokenStream = input.cursor().token_stream();
    let attributes = input.call(syn::Attribute::parse_outer).ok()?;
    let docs = attributes.iter().filter(|attribute| attribute.path().is_ident("doc"));
    let docs = docs.map(ToTokens::to_token_stream).collect();
    let (derives, others) = without_derives(attributes);
    let rest: TokenStream = input.cursor().token_stream();
    let function = quote!(#others #rest);
    let visibility = Visibility::parse(input).ok()?.into_token_stream();
    let is_async = words(input, errors);
    let Ok(keyword) = input.parse::<Token![fn]>() else {
        let at = whole.into_iter().next().map_or_else(Span::call_site, |token| token.span());
        let message = "`#[leaf]` goes on a function";
        errors.push(codes::ATTRIBUTE_PLACE.at(at, message).help("for a struct, write `#[derive(Behavior)]`"));
        drain(input);
        return None;
    };
    let name: Ident = input.parse().ok()?;
    let hides = prelude::refuse(&name, errors);
    if hides == Hidden::Type {
        drain(input);
        return None;
    }
    let mut generics: Generics = input.parse().ok()?;
    let group = match input.parse::<TokenTree>() {
        Ok(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => group,
        // rustc says what is missing.
        _ => {
            drain(input);
            return None;
        }
    };
    let is_method = params::is_method(&group);
    let (output, output_span) = answer::output(input);
    let request = answer::request(&output, is_async, options.request.is_some());
    if request.is_some() {
        refuse_comparisons(&derives, errors);
    }
    let (params, arity) = params::params(&group, &name, request.as_ref(), errors);
    let value = match &request {
        None => options.value.or_else(|| answer::value(&output, errors)),
        Some(request) => options.value.or_else(|| answer::answer(&output, request, options.request, errors)),
    };
    generics.where_clause = input.parse().ok()?;
    drain(input);
    if is_method {
        // No type can be declared next to a method.
        return None;
    }
    let bt = options.bt.unwrap_or_else(|| quote!(::bt));
    let at = keyword.span;
    Some(Leaf {
        function,
        docs,
        derives,
        visibility,
        at,
        name,
        hides: hides != Hidden::Nothing,
        generics,
        params,
        arity,
        output,
        output_span,
        value,
        request,
        bt,
    })
}

/// The derives, and all other attributes.
fn without_derives(attributes: Vec<syn::Attribute>) -> (Vec<Derive>, TokenStream) {
    let (mut derives, mut others) = (Vec::new(), TokenStream::new());
    for attribute in attributes {
        for part in parts(attribute.to_token_stream(), attribute.meta.to_token_stream()) {
            match part {
                Attribute::Derive(derive) => derives.push(derive),
                Attribute::Other(other) => others.extend(other),
            }
        }
    }
    (derives, others)
}

/// Requests are not compared, hashed or copied.
fn refuse_comparisons(derives: &[Derive], errors: &mut Errors) {
    for derive in derives {
        let name = derive.name();
        if ["Copy", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"].contains(&name.as_str()) {
            let message = format!("a leaf that returns a request cannot derive `{name}`: it holds the request");
            errors.push(codes::REQUEST.over(&derive.path, message));
        }
    }
}

/// The words between the visibility and `fn`. Whether one of them is `async`.
fn words(input: ParseStream, errors: &mut Errors) -> bool {
    let mut is_async = false;
    while !input.peek(Token![fn]) {
        let Ok(word) = input.call(Ident::parse_any) else { return is_async };
        is_async |= word == "async";
        if let Some((_, message, help)) = REFUSED.iter().find(|(refused, ..)| word == *refused) {
            errors.push(codes::LEAF_FUNCTION.at(word.span(), message).help(help));
        }
        // The ABI of an `extern`.
        let _ = input.parse::<Option<syn::LitStr>>();
    }
    is_async
}
