//! Parses the context in the parentheses of a header.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;

use crate::codes;
use crate::context::{self, Context};
use crate::error::{Errors, Mistake};
use crate::tokens::{drain, type_text};
use crate::tree::ast::Header;
use crate::tree::parse::types::{no_type, refuse_sum};

/// Reads the context. `None` after a mistake, which is reported.
pub fn context(group: &Group, errors: &mut Errors) -> Option<Context> {
    let tokens = group.stream();
    if tokens.is_empty() {
        errors.push(codes::NO_CONTEXT.at(group.span(), "expected a context in these parentheses").help(Header::FORM));
        return None;
    }
    let read = |input: ParseStream| {
        let context = read(input, tokens.clone(), group.span_close()).map_err(|mistake| errors.push(mistake)).ok();
        drain(input);
        Ok(context)
    };
    read.parse2(tokens.clone()).ok().flatten()
}

fn read(input: ParseStream, tokens: TokenStream, close: Span) -> Result<Context, Mistake> {
    if input.peek(syn::Token![impl]) {
        let word: syn::Token![impl] = input.parse()?;
        let bounds: TokenStream = input.parse()?;
        let are_bounds = Punctuated::<syn::TypeParamBound, syn::Token![+]>::parse_terminated.parse2(bounds.clone());
        return match are_bounds {
            Ok(any) if !any.is_empty() => Ok(Context::Impl(bounds)),
            _ => Err(codes::CONTEXT.at(word.span, "expected a trait after this `impl`")),
        };
    }
    let ty = input.parse::<syn::Type>().map_err(|error| no_type(codes::CONTEXT, &error, input, close))?;
    if let (syn::Type::Path(name), true) = (&ty, input.peek(syn::Token![:]))
        && name.path.get_ident().is_some()
    {
        let rest = tokens.into_iter().skip(2).collect::<TokenStream>();
        let help = format!("write `({})`", type_text(&without_reference(rest)));
        return Err(codes::NO_CONTEXT.over(name, "the context has no name").help(help));
    }
    if let Some((next, _)) = input.cursor().token_tree() {
        return Err(codes::CONTEXT.at(next.span(), format!("the context is a single type, but `{next}` follows it")));
    }
    refuse_sum(&ty)?;
    let context = context::context(ty)?;
    refuse_names_of_lifetimes(tokens)?;
    Ok(context)
}

/// `Room` of `&mut Room`.
fn without_reference(ty: TokenStream) -> TokenStream {
    match syn::parse2::<syn::Type>(ty.clone()) {
        Ok(syn::Type::Reference(reference)) => reference.elem.into_token_stream(),
        _ => ty,
    }
}

/// Refuses lifetimes with names: a tree has nothing that declares them.
fn refuse_names_of_lifetimes(tokens: TokenStream) -> Result<(), Mistake> {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match (&token, tokens.peek()) {
            // `for<'a> fn(&'a Room)` declares its own lifetimes.
            (TokenTree::Ident(word), _) if word == "for" => return Ok(()),
            (TokenTree::Group(group), _) => refuse_names_of_lifetimes(group.stream())?,
            (TokenTree::Punct(quote), Some(TokenTree::Ident(name)))
                if quote.as_char() == '\'' && name != "_" && name != "static" =>
            {
                let message = format!("lifetimes of a context are written `'_`, found `'{name}`");
                return Err(codes::CONTEXT.over(quote!(#quote #name), message));
            }
            _ => {}
        }
    }
    Ok(())
}
