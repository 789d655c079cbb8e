//! What stands in the parentheses of a header.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::quote;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;

use crate::error::{Errors, with_help};
use crate::tree::ast::{Context, Header};
use crate::tree::parse::types::{no_type, refuse_sum};

/// The context, if it is one.
pub fn context(group: &Group, errors: &mut Errors) -> Option<Context> {
    let tokens = group.stream();
    if tokens.is_empty() {
        errors.push(group.span(), with_help("these parentheses name no context", Header::FORM));
        return None;
    }
    let read = |input: ParseStream| read(input, tokens.clone(), group.span_close());
    read.parse2(tokens.clone()).map_err(|error| errors.push_syn(error)).ok()
}

fn read(input: ParseStream, tokens: TokenStream, close: Span) -> syn::Result<Context> {
    if input.peek(syn::Token![impl]) {
        let word: syn::Token![impl] = input.parse()?;
        let bounds: TokenStream = input.parse()?;
        let are_bounds = Punctuated::<syn::TypeParamBound, syn::Token![+]>::parse_terminated.parse2(bounds.clone());
        return match are_bounds {
            Ok(any) if !any.is_empty() => Ok(Context::Impl(bounds)),
            _ => Err(syn::Error::new(word.span, "expected a trait after this `impl`")),
        };
    }
    let ty = input.parse::<syn::Type>().map_err(|error| no_type(&error, input, close))?;
    if let Some((next, _)) = input.cursor().token_tree() {
        return Err(syn::Error::new(next.span(), format!("the context is one type, but `{next}` follows it")));
    }
    if let syn::Type::Reference(reference) = &ty
        && !is_static(reference)
    {
        let message = "a context is named without `&`: leaves take it as `&TYPE` or `&mut TYPE`";
        return Err(syn::Error::new_spanned(reference, message));
    }
    refuse_names_of_lifetimes(tokens.clone())?;
    Ok(Context::Type(object_in_parentheses(&ty)?.unwrap_or(tokens)))
}

/// `dyn Senses` as it may stand behind a reference, where it means `dyn Senses + '_`.
fn object_in_parentheses(ty: &syn::Type) -> syn::Result<Option<TokenStream>> {
    let syn::Type::TraitObject(object) = ty else { return Ok(None) };
    refuse_sum(ty)?;
    let lives = object.bounds.iter().any(|bound| matches!(bound, syn::TypeParamBound::Lifetime(_)));
    Ok(Some(if lives { quote!((#object)) } else { quote!((#object + '_)) }))
}

/// A reference that lives as long as any tree can be a context itself.
fn is_static(reference: &syn::TypeReference) -> bool {
    reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static")
}

/// There is nothing that could declare them.
fn refuse_names_of_lifetimes(tokens: TokenStream) -> syn::Result<()> {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match (&token, tokens.peek()) {
            // `for<'a> fn(&'a Room)` declares its own.
            (TokenTree::Ident(word), _) if word == "for" => return Ok(()),
            (TokenTree::Group(group), _) => refuse_names_of_lifetimes(group.stream())?,
            (TokenTree::Punct(quote), Some(TokenTree::Ident(name)))
                if quote.as_char() == '\'' && name != "_" && name != "static" =>
            {
                let message = format!("the lifetimes of a context are written `'_`, found `'{name}`");
                return Err(syn::Error::new(name.span(), message));
            }
            _ => {}
        }
    }
    Ok(())
}
