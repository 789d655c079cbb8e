//! Parses the parameters of a tree: `{ name: Type, ... }`.

use proc_macro2::{Group, Ident, TokenTree};
use quote::{ToTokens, quote};
use syn::Token;
use syn::parse::{ParseStream, Parser};
use syn::token::Bracket;

use crate::codes;
use crate::error::{Errors, Mistake};
use crate::tokens::{borrow, skip_to_comma, type_text};
use crate::tree::ast::Param;
use crate::tree::parse::types::no_type;

/// Reads all parameters that can be read, and reports the others.
pub fn params(group: &Group, errors: &mut Errors) -> Vec<Param> {
    let mut params = Vec::new();
    let read = |input: ParseStream| {
        while !input.is_empty() {
            let before = input.cursor();
            match param(input, errors) {
                Ok(param) => add(param, &mut params, errors),
                Err(error) => {
                    errors.push(error);
                    skip_to_comma(input);
                }
            }
            comma(input, errors);
            // Skips what `syn` sees in an invisible group of a macro, but the cursor does not.
            if input.cursor() == before {
                drop(input.parse::<TokenTree>());
            }
        }
        Ok(())
    };
    // This cannot fail: `read` takes all tokens, and collects its errors.
    let _ = read.parse2(group.stream());
    params
}

fn param(input: ParseStream, errors: &mut Errors) -> Result<Param, Mistake> {
    if input.peek(Token![#]) && !input.peek2(Bracket) {
        return Err(codes::PARAMETER.at(input.span(), "expected a parameter `name: Type`, found `#`"));
    }
    let attributes = input.call(syn::Attribute::parse_outer)?;
    if let Some(condition) = attributes.iter().find(|attribute| attribute.path().is_ident("cfg")) {
        let help = "write the tree twice, each with its own `#[cfg(..)]`";
        return Err(codes::PARAMETER.over(condition, "a parameter takes no `#[cfg(..)]`").help(help));
    }
    let attributes = quote!(#(#attributes)*);
    let name: Ident = input.parse().map_err(|error| {
        let found = input.cursor().token_tree().map(|(found, _)| format!(", found `{found}`")).unwrap_or_default();
        codes::PARAMETER.at(error.span(), format!("expected a parameter `name: Type`{found}"))
    })?;
    let colon = input.parse::<Option<Token![:]>>()?;
    if let (None, Some((found, _))) = (colon, input.cursor().token_tree())
        && !input.peek(Token![,])
    {
        let message = format!("expected `:` after the parameter `{name}`, found `{found}`");
        let mistake = codes::PARAMETER.at(found.span(), message);
        if input.fork().parse::<syn::Type>().is_err() {
            return Err(mistake);
        }
        // It stays a parameter, so that its uses are not mistakes.
        errors.push(mistake);
    }
    if input.is_empty() || input.peek(Token![,]) {
        return Err(codes::PARAMETER.at(name.span(), format!("this parameter has no type: write `{name}: Type`")));
    }
    let mut ty: syn::Type = input.parse().map_err(|error| no_type(codes::PARAMETER, &error, input, name.span()))?;
    if let Some(at) = borrow(&ty.to_token_stream()) {
        let message = "a parameter is stored in the tree, so it cannot be borrowed";
        let error = codes::BORROWED.at(at, message).help("write an owned type, or `&'static`");
        let syn::Type::Reference(mut reference) = ty else { return Err(error) };
        // It stays a parameter, so that its uses are not mistakes.
        errors.push(error);
        reference.lifetime = Some(syn::Lifetime::new("'static", at));
        ty = reference.into();
    }
    let ty = ty.into_token_stream();
    if input.peek(Token![=]) {
        let message = format!("the parameter `{name}` cannot have a default");
        let help = format!("write `{name}: {}`, and give the value to `new`", type_text(&ty));
        errors.push(codes::PARAMETER.at(input.span(), message).help(help));
        skip_to_comma(input);
    }
    Ok(Param { attributes, name, ty })
}

fn add(param: Param, params: &mut Vec<Param>, errors: &mut Errors) {
    if params.iter().any(|other| other.name == param.name) {
        let message = format!("the parameter `{}` is given twice", param.name);
        return errors.push(codes::PARAMETER.at(param.name.span(), message));
    }
    params.push(param);
}

fn comma(input: ParseStream, errors: &mut Errors) {
    match input.cursor().token_tree() {
        Some((TokenTree::Punct(punct), _)) if punct.as_char() == ',' => drop(input.parse::<Token![,]>()),
        Some((found, _)) => {
            let message = format!("expected `,` before the next parameter, found `{found}`");
            errors.push(codes::PARAMETER.at(found.span(), message));
            let begins = matches!(found, TokenTree::Ident(_)) || input.peek(Token![#]) && input.peek2(Bracket);
            match found {
                _ if begins => {}
                // `;` instead of `,`.
                TokenTree::Punct(_) => drop(input.parse::<TokenTree>()),
                _ => skip_to_comma(input),
            }
            let _ = input.parse::<Option<Token![,]>>();
        }
        None => {}
    }
}
