//! Which types an argument can have, and how it is passed.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Type, TypeReference};

use crate::codes;
use crate::context;
use crate::error::Mistake;
use crate::leaf::model::{Param, Pass};

pub fn argument(name: Ident, ty: Type) -> Result<Param, Mistake> {
    let Type::Reference(reference) = ty else {
        refuse_impl(&ty)?;
        refuse_lifetime(&ty)?;
        return Ok(Param::Argument { name, ty: ty.into_token_stream(), pass: Pass::Value });
    };
    if is_span(&reference) {
        return match reference.mutability {
            Some(_) => Ok(Param::Span),
            None => Err(codes::LEAF_TIME.over(reference, "a leaf takes the remaining time as `&mut Span`")),
        };
    }
    if context::is_static(&reference) {
        return Ok(Param::Argument { name, ty: reference.into_token_stream(), pass: Pass::Value });
    }
    refuse_impl(&reference.elem)?;
    refuse_lifetime(&reference.elem)?;
    if let Some(owned) = owned(&reference.elem) {
        let message = "a leaf stores its arguments, and cannot store this one";
        return Err(codes::LEAF_ARGUMENT.over(reference, message).help(format!("write {owned}")));
    }
    let pass = if reference.mutability.is_some() { Pass::MutableReference } else { Pass::Reference };
    Ok(Param::Argument { name, ty: reference.elem.into_token_stream(), pass })
}

/// The owned type to suggest for an unsized type.
fn owned(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) if path.path.is_ident("str") => Some("`&'static str`, or `&String`".to_owned()),
        Type::Slice(slice) => {
            let item = slice.elem.to_token_stream();
            Some(format!("`&'static [{item}]`, or `&Vec<{item}>`"))
        }
        Type::TraitObject(_) => Some("a concrete type, or a type parameter".to_owned()),
        _ => None,
    }
}

fn refuse_impl(ty: &Type) -> Result<(), Mistake> {
    match ty {
        Type::ImplTrait(any) => {
            let message = "an argument of a leaf needs a named type, since the leaf stores it";
            let help = "write a type parameter: `fn chase<T: Trait>(wolf: &mut Wolf, prey: T)`, in the tree \
                        `chase::<Deer>(prey)`";
            Err(codes::LEAF_ARGUMENT.over(any, message).help(help))
        }
        _ => Ok(()),
    }
}

/// A leaf lives longer than what an argument such as `Cow<'a, str>` borrows.
fn refuse_lifetime(ty: &Type) -> Result<(), Mistake> {
    // In `fn(&'a str)` and `dyn for<'a> ..` nothing is borrowed.
    let (Type::Path(_) | Type::Tuple(_)) = ty else { return Ok(()) };
    match borrowed(ty.to_token_stream()) {
        None => Ok(()),
        Some(lifetime) => {
            let message = "a leaf stores its arguments, and cannot store one that borrows";
            let help = "take an owned type, or write `'static`";
            Err(codes::BORROWED.at(lifetime, message).help(help))
        }
    }
}

/// Where a type has a lifetime other than `'static`.
pub fn borrowed(ty: TokenStream) -> Option<Span> {
    let mut tokens = ty.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match (token, tokens.peek()) {
            (TokenTree::Punct(mark), Some(TokenTree::Ident(name))) if mark.as_char() == '\'' && name != "static" => {
                return Some(mark.span());
            }
            (TokenTree::Ident(word), _) if ["for", "fn", "dyn"].iter().any(|other| word == other) => return None,
            (TokenTree::Group(group), _) => match borrowed(group.stream()) {
                None => {}
                found => return found,
            },
            _ => {}
        }
    }
    None
}

/// `&mut Span`, with any path.
pub fn is_span(reference: &TypeReference) -> bool {
    is_time(&reference.elem)
}

/// `Span` and `&Span`, which a leaf that spends time cannot take.
pub fn is_unborrowed_time(ty: &Type) -> bool {
    match ty {
        Type::Reference(reference) => reference.mutability.is_none() && is_span(reference),
        ty => is_time(ty),
    }
}

fn is_time(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    path.path.segments.last().is_some_and(|last| last.ident == "Span" && last.arguments.is_empty())
}

/// The future of an `async` leaf is polled in later ticks too, so it cannot borrow.
pub fn refuse_borrowed(ty: &Type) -> Result<(), Mistake> {
    match ty {
        Type::Reference(reference) if !context::is_static(reference) => {
            let message = "an `async` leaf takes no context, no time, and no argument by reference: its work \
                           continues between ticks";
            let help =
                "take owned arguments, or write a function that takes the context and returns `Request::future(..)`";
            Err(codes::REQUEST.over(reference, message).help(help))
        }
        _ => Ok(()),
    }
}

/// A function that makes a request is called once.
pub fn refuse_mutable(ty: &Type) -> Result<(), Mistake> {
    let Type::Reference(reference) = ty else { return Ok(()) };
    if is_span(reference) {
        let message = "a leaf that returns a request takes no `&mut Span`: it is called once, at its start";
        let help = "for a deadline, write `timeout(2.0) < .. >` around it";
        return Err(codes::REQUEST.over(reference, message).help(help));
    }
    if reference.mutability.is_some() && !context::is_static(reference) {
        let message = "a leaf that returns a request takes no argument as `&mut`: it is called once, at its start";
        return Err(codes::REQUEST.over(reference, message).help("take it by value, or as `&`"));
    }
    Ok(())
}
