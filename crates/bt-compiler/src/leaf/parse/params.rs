//! The parameters: the context, the arguments and the time.

use proc_macro2::{Group, Ident, TokenTree};
use quote::format_ident;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Token, Type, TypeReference};

use super::argument::{argument, is_span, is_unborrowed_time, refuse_borrowed, refuse_mutable};
use crate::codes;
use crate::context;
use crate::error::{Errors, Mistake};
use crate::leaf::model::{Param, Request};
use crate::tokens::{drain, skip_to_comma, without_group};

/// Whether the first parameter is `self`.
pub fn is_method(params: &Group) -> bool {
    Parser::parse2(|input: ParseStream| Ok((is_self(input), drain(input)).0), params.stream()).unwrap_or_default()
}

/// The parameters that could be read, and the number of arguments.
pub fn params(group: &Group, name: &Ident, request: Option<&Request>, errors: &mut Errors) -> (Vec<Param>, usize) {
    let mut params: Vec<Param> = Vec::new();
    let mut number = 0;
    let read = |input: ParseStream| {
        while !input.is_empty() {
            number += 1;
            let at = input.span();
            match param(input, number, request, errors) {
                Ok(Param::Context(_)) if matches!(request, Some(Request::Future)) => number -= 1,
                Ok(Param::Span) if params.iter().any(|param| matches!(param, Param::Span)) => {
                    let message = "a leaf takes the remaining time once, and this is a second `&mut Span`";
                    errors.push(codes::LEAF_TIME.at(at, message));
                    number -= 1;
                }
                Ok(param) => params.push(param),
                Err(error) => {
                    errors.push(error);
                    skip_to_comma(input);
                }
            }
            let _ = input.parse::<Option<Token![,]>>();
        }
        Ok(())
    };
    // The parser above takes any tokens.
    let _ = read.parse2(group.stream());
    let has_context = !matches!(request, Some(Request::Future));
    if number == 0 && has_context {
        let message = format!("the leaf `{name}` takes no context");
        let help = "its first parameter is the context: `room: &mut Room`";
        errors.push(codes::NO_CONTEXT.at(group.span(), message).help(help));
    }
    let spans = params.iter().filter(|param| matches!(param, Param::Span)).count();
    (params, number.saturating_sub(usize::from(has_context) + spans))
}

fn param(input: ParseStream, number: usize, request: Option<&Request>, errors: &mut Errors) -> Result<Param, Mistake> {
    let _ = input.call(syn::Attribute::parse_outer)?;
    if number == 1 && is_self(input) {
        let message = "a leaf is a free function, without `self`";
        let help = "for a leaf with its own state, write a struct with `#[derive(Behavior)]`";
        return Err(codes::LEAF_FUNCTION.at(input.span(), message).help(help));
    }
    let name = pattern(input, number)?;
    let ty = without_group(input.parse()?);
    let refused = match request {
        Some(Request::Future) => refuse_borrowed(&ty),
        _ if number == 1 => return context(ty).map(Param::Context),
        Some(Request::Returned) => refuse_mutable(&ty),
        None if is_unborrowed_time(&ty) => {
            errors.push(codes::LEAF_TIME.over(&ty, "a leaf takes the remaining time as `&mut Span`"));
            return Ok(Param::Span);
        }
        None => return argument(name, ty),
    };
    let Err(error) = refused else { return argument(name, ty) };
    // The type that was meant, so that the uses of the parameter are not further errors.
    let is_mutable = matches!(&ty, Type::Reference(reference) if reference.mutability.is_some() && !is_span(reference));
    let meant = if number == 1 && is_mutable { context(ty).map(Param::Context) } else { argument(name, ty) };
    match meant {
        Ok(param) => {
            errors.push(error);
            Ok(param)
        }
        Err(_) => Err(error),
    }
}

/// Whether `self`, `&self` or `&mut self` comes next.
fn is_self(input: ParseStream) -> bool {
    let ahead = input.fork();
    let _ = ahead.parse::<Option<Token![&]>>();
    let _ = ahead.parse::<Option<Token![mut]>>();
    ahead.peek(Token![self])
}

/// The name of a parameter; a parameter with a pattern gets a generated name.
fn pattern(input: ParseStream, number: usize) -> syn::Result<Ident> {
    let _ = input.parse::<Option<Token![mut]>>()?;
    let named =
        input.peek(Ident::peek_any) && !input.peek(Token![_]) && input.peek2(Token![:]) && !input.peek2(Token![::]);
    let name = if named { input.call(Ident::parse_any)? } else { format_ident!("argument_{number}") };
    let at_type = |input: ParseStream| input.peek(Token![:]) && !input.peek(Token![::]);
    while !input.is_empty() && !at_type(input) {
        input.parse::<TokenTree>()?;
    }
    input.parse::<Token![:]>()?;
    Ok(name)
}

fn context(ty: Type) -> Result<context::Context, Mistake> {
    match ty {
        Type::Reference(TypeReference { elem, .. }) => context::context(*elem),
        ty => {
            let message = "the first parameter of a leaf must be the context, as `&mut` or `&`";
            Err(codes::NO_CONTEXT.over(ty, message))
        }
    }
}
