//! Tokens -> the signature of a function. The body is passed on unchanged.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Generics, Path, Token, Type, TypeReference, Visibility};

use super::model::{Leaf, Param, Pass, Request, type_name};
use super::value;
use crate::attributes::{Attribute, Derive, parts};
use crate::context;
use crate::error::{Errors, with_help};

/// Words before `fn` that a leaf cannot have, and why.
const REFUSED: [(&str, &str, &str); 2] = [
    ("unsafe", "a leaf cannot be `unsafe`: trees call it without `unsafe`", "put the `unsafe` block into the function"),
    ("extern", "a leaf cannot be `extern`", "call the function from a leaf"),
];

/// The types, traits and variants in the preludes of the editions.
const PRELUDE: [&str; 43] = [
    "AsMut",
    "AsRef",
    "AsyncFn",
    "AsyncFnMut",
    "AsyncFnOnce",
    "Box",
    "Clone",
    "Copy",
    "Default",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Err",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Future",
    "Into",
    "IntoFuture",
    "IntoIterator",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Send",
    "Sized",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Unpin",
    "Vec",
];

/// Reads a function; returns nothing if there is none.
pub fn parse(attribute: TokenStream, function: TokenStream, errors: &mut Errors) -> Option<Leaf> {
    let options = options(attribute, errors);
    let read = |input: ParseStream| Ok(leaf(input, options, errors));
    match read.parse2(function) {
        Ok(leaf) => leaf,
        Err(error) => {
            errors.push_syn(error);
            None
        }
    }
}

/// The options in the attribute.
#[derive(Default)]
struct Options {
    /// The path of the crate, if it has another name.
    bt: Option<TokenStream>,
    /// The value, if the return type does not show it.
    value: Option<TokenStream>,
    /// The word `request`, if the return type does not show that it is one.
    request: Option<Span>,
}

fn options(attribute: TokenStream, errors: &mut Errors) -> Options {
    let mut options = Options::default();
    let read = |input: ParseStream| {
        while !input.is_empty() {
            option(input, &mut options)?;
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    };
    if let Err(error) = read.parse2(attribute) {
        errors.push_syn(error);
    }
    options
}

/// `crate = PATH`, `value = TYPE` or `request`.
fn option(input: ParseStream, options: &mut Options) -> syn::Result<()> {
    let key = input.call(Ident::parse_any)?;
    if key == "request" {
        options.request = Some(key.span());
        return Ok(());
    }
    if key != "crate" && key != "value" {
        let message = format!("unknown key `{key}`");
        return Err(syn::Error::new(
            key.span(),
            with_help(message, "`#[leaf]` takes `crate = PATH`, `value = TYPE` and `request`"),
        ));
    }
    input.parse::<Token![=]>()?;
    if key == "crate" {
        options.bt = Some(Path::parse_mod_style(input)?.into_token_stream());
    } else {
        options.value = Some(input.parse::<Type>()?.into_token_stream());
    }
    Ok(())
}

fn leaf(input: ParseStream, options: Options, errors: &mut Errors) -> Option<Leaf> {
    let whole: TokenStream = input.cursor().token_stream();
    let attributes = input.call(syn::Attribute::parse_outer).ok()?;
    let docs = attributes.iter().filter(|attribute| attribute.path().is_ident("doc"));
    let docs = docs.map(ToTokens::to_token_stream).collect();
    let (mut derives, others) = without_derives(attributes);
    let rest: TokenStream = input.cursor().token_stream();
    let function = quote!(#others #rest);
    let visibility = Visibility::parse(input).ok()?.into_token_stream();
    let is_async = words(input, errors);
    let Ok(keyword) = input.parse::<Token![fn]>() else {
        let at = whole.into_iter().next().map_or_else(Span::call_site, |token| token.span());
        errors.push(at, with_help("`#[leaf]` goes on a function", "for a struct, write `#[derive(Behavior)]`"));
        drain(input);
        return None;
    };
    let name: Ident = input.parse().ok()?;
    if refuse_prelude(&name, errors) {
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
    let is_method = is_method(&group);
    let (output, output_span) = output(input);
    let request = request(&output, is_async, options.request.is_some());
    if request.is_some() {
        refuse_comparisons(&mut derives, errors);
    }
    let (params, arity) = params(&group, &name, request.as_ref(), errors);
    let value = match &request {
        None => options.value.or_else(|| value(&output, errors)),
        Some(request) => options.value.or_else(|| answer(&output, request, options.request, errors)),
    };
    generics.where_clause = input.parse().ok()?;
    drain(input);
    if is_method {
        // No type can be declared beside a method.
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

/// What the function asks for, by its return type, if it is not `async`.
fn request(output: &TokenStream, is_async: bool, is_declared: bool) -> Option<Request> {
    if is_async {
        return Some(Request::Future);
    }
    let is_request = || syn::parse2::<Type>(output.clone()).is_ok_and(|output| value::asked(&output).is_some());
    (is_declared || is_request()).then_some(Request::Returned)
}

/// Whether the type of a leaf would hide a name that Rust code uses without an import, which is reported.
fn refuse_prelude(name: &Ident, errors: &mut Errors) -> bool {
    let ty = type_name(name);
    let hides = PRELUDE.iter().any(|hidden| ty == hidden);
    if hides {
        let message = format!("the leaf `{name}` declares the type `{ty}`, which would hide `{ty}` of Rust's prelude");
        errors.push(name.span(), with_help(message, "choose another name"));
    }
    hides
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
fn refuse_comparisons(derives: &mut Vec<Derive>, errors: &mut Errors) {
    derives.retain(|derive| {
        let name = derive.name();
        let refused = ["Copy", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"].contains(&name.as_str());
        if refused {
            let message = format!("a leaf that returns a request cannot derive `{name}`: it holds the request");
            errors.push_over(&derive.path, message);
        }
        !refused
    });
}

/// Whether the first parameter is `self`.
fn is_method(params: &Group) -> bool {
    Parser::parse2(|input: ParseStream| Ok((is_self(input), drain(input)).0), params.stream()).unwrap_or_default()
}

/// Whether `self`, `&self` or `&mut self` comes next.
fn is_self(input: ParseStream) -> bool {
    let ahead = input.fork();
    let _ = ahead.parse::<Option<Token![&]>>();
    let _ = ahead.parse::<Option<Token![mut]>>();
    ahead.peek(Token![self])
}

/// The words between the visibility and `fn`. Whether one of them is `async`.
fn words(input: ParseStream, errors: &mut Errors) -> bool {
    let mut is_async = false;
    while !input.peek(Token![fn]) {
        let Ok(word) = input.call(Ident::parse_any) else { return is_async };
        is_async |= word == "async";
        if let Some((_, message, help)) = REFUSED.iter().find(|(refused, ..)| word == *refused) {
            errors.push(word.span(), with_help(message, help));
        }
        // The ABI of an `extern`.
        let _ = input.parse::<Option<syn::LitStr>>();
    }
    is_async
}

fn output(input: ParseStream) -> (TokenStream, Span) {
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

/// The value that the return type shows.
fn value(output: &TokenStream, errors: &mut Errors) -> Option<TokenStream> {
    let shown = syn::parse2::<Type>(output.clone()).and_then(|output| value::value(&output));
    shown.unwrap_or_else(|error| {
        errors.push_syn(error);
        None
    })
}

/// The value of a leaf with a request: what its return type shows.
fn answer(output: &TokenStream, request: &Request, declared: Option<Span>, errors: &mut Errors) -> Option<TokenStream> {
    let ty = syn::parse2::<Type>(output.clone()).ok()?;
    let answer = match (request, value::asked(&ty)) {
        (Request::Future, Some(_)) => {
            let message = "an `async` leaf is a request by itself, and cannot return one";
            errors
                .push_syn(syn::Error::new_spanned(&ty, with_help(message, "return its answer, or remove the `async`")));
            return None;
        }
        (Request::Future, None) => Ok(value::answer(&ty)),
        (Request::Returned, Some(asked)) => Ok(value::answer(asked)),
        (Request::Returned, None) => Err(declared.unwrap_or_else(Span::call_site)),
    };
    let (value, is_status) = match answer {
        Ok(answer) => answer,
        Err(at) => {
            let message = "the return type does not show the answer of this request";
            errors.push(at, with_help(message, "write `#[leaf(request, value = TYPE)]`"));
            return None;
        }
    };
    if is_status {
        let message = "the `Status` in this type would be a value, not the result of the leaf";
        let help = "for a request without a value, write `()`; `Option<()>` can fail";
        errors.push_syn(syn::Error::new_spanned(&ty, with_help(message, help)));
    }
    Some(value)
}

fn drain(input: ParseStream) {
    while input.parse::<TokenTree>().is_ok() {}
}

/// The parameters that could be read, and the number of arguments.
fn params(group: &Group, name: &Ident, request: Option<&Request>, errors: &mut Errors) -> (Vec<Param>, usize) {
    let mut params: Vec<Param> = Vec::new();
    let mut number = 0;
    let read = |input: ParseStream| {
        while !input.is_empty() {
            number += 1;
            let at = input.span();
            match param(input, number, request, errors) {
                Ok(Param::Context(_)) if matches!(request, Some(Request::Future)) => number -= 1,
                Ok(Param::Span) if params.iter().any(|param| matches!(param, Param::Span)) => {
                    errors.push(at, "a leaf takes the remaining time once, and this is a second `&mut Span`");
                    number -= 1;
                }
                Ok(param) => params.push(param),
                Err(error) => {
                    errors.push_syn(error);
                    skip(input);
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
        errors.push(group.span(), with_help(message, "its first parameter is the context: `room: &mut Room`"));
    }
    let spans = params.iter().filter(|param| matches!(param, Param::Span)).count();
    (params, number.saturating_sub(usize::from(has_context) + spans))
}

/// After a mistake: skips to the next comma.
fn skip(input: ParseStream) {
    while !input.is_empty() && !input.peek(Token![,]) {
        drop(input.parse::<TokenTree>());
    }
}

fn param(input: ParseStream, number: usize, request: Option<&Request>, errors: &mut Errors) -> syn::Result<Param> {
    let _ = input.call(syn::Attribute::parse_outer)?;
    if number == 1 && is_self(input) {
        let message = "a leaf is a free function, without `self`";
        let help = "for a leaf with its own state, write a struct with `#[derive(Behavior)]`";
        return Err(syn::Error::new(input.span(), with_help(message, help)));
    }
    let name = pattern(input, number)?;
    let ty = without_group(input.parse()?);
    let refused = match request {
        Some(Request::Future) => refuse_borrowed(&ty),
        _ if number == 1 => return context(ty).map(Param::Context),
        Some(Request::Returned) => refuse_mutable(&ty),
        None => return argument(name, ty),
    };
    let Err(error) = refused else { return argument(name, ty) };
    // As it is meant, so that its uses are no mistakes.
    let is_mutable = matches!(&ty, Type::Reference(reference) if reference.mutability.is_some() && !is_span(reference));
    let meant = if number == 1 && is_mutable { context(ty).map(Param::Context) } else { argument(name, ty) };
    match meant {
        Ok(param) => {
            errors.push_syn(error);
            Ok(param)
        }
        Err(_) => Err(error),
    }
}

/// The future of an `async` leaf is polled in later ticks too, so it cannot borrow.
fn refuse_borrowed(ty: &Type) -> syn::Result<()> {
    match ty {
        Type::Reference(reference) if !context::is_static(reference) => {
            let message = "an `async` leaf takes no context, no time, and no argument by reference: its work goes on between ticks";
            let help =
                "take owned arguments, or write a function that takes the context and returns `Request::future(..)`";
            Err(syn::Error::new_spanned(reference, with_help(message, help)))
        }
        _ => Ok(()),
    }
}

/// A function that makes a request is called once.
fn refuse_mutable(ty: &Type) -> syn::Result<()> {
    let Type::Reference(reference) = ty else { return Ok(()) };
    if is_span(reference) {
        let message = "a leaf that returns a request takes no `&mut Span`: it is called once, at its start";
        return Err(syn::Error::new_spanned(
            reference,
            with_help(message, "for a deadline, write `timeout(2.0) < .. >` around it"),
        ));
    }
    if reference.mutability.is_some() && !context::is_static(reference) {
        let message = "a leaf that returns a request takes no argument as `&mut`: it is called once, at its start";
        return Err(syn::Error::new_spanned(reference, with_help(message, "take it by value, or as `&`")));
    }
    Ok(())
}

/// A type without the invisible group of a `macro_rules!` macro around it.
fn without_group(ty: Type) -> Type {
    match ty {
        Type::Group(group) => without_group(*group.elem),
        ty => ty,
    }
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

fn context(ty: Type) -> syn::Result<context::Context> {
    match ty {
        Type::Reference(TypeReference { elem, .. }) => context::context(*elem),
        ty => {
            let message = "the first parameter of a leaf must be the context, as `&mut` or `&`";
            Err(syn::Error::new_spanned(ty, message))
        }
    }
}

fn argument(name: Ident, ty: Type) -> syn::Result<Param> {
    let Type::Reference(reference) = ty else {
        refuse_impl(&ty)?;
        refuse_lifetime(&ty)?;
        return Ok(Param::Argument { name, ty: ty.into_token_stream(), pass: Pass::Value });
    };
    if is_span(&reference) {
        return match reference.mutability {
            Some(_) => Ok(Param::Span),
            None => Err(syn::Error::new_spanned(reference, "a leaf takes the remaining time as `&mut Span`")),
        };
    }
    if context::is_static(&reference) {
        return Ok(Param::Argument { name, ty: reference.into_token_stream(), pass: Pass::Value });
    }
    refuse_impl(&reference.elem)?;
    refuse_lifetime(&reference.elem)?;
    if let Some(owned) = owned(&reference.elem) {
        let message = "a leaf stores its arguments, and cannot store this one";
        return Err(syn::Error::new_spanned(reference, with_help(message, format!("write {owned}"))));
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

fn refuse_impl(ty: &Type) -> syn::Result<()> {
    match ty {
        Type::ImplTrait(any) => {
            let message = "an argument of a leaf needs a named type, since the leaf stores it";
            let help = "write a type parameter: `fn chase<T: Trait>(wolf: &mut Wolf, prey: T)`, in the tree `chase::<Deer>(prey)`";
            Err(syn::Error::new_spanned(any, with_help(message, help)))
        }
        _ => Ok(()),
    }
}

/// A leaf lives longer than what an argument such as `Cow<'a, str>` borrows.
fn refuse_lifetime(ty: &Type) -> syn::Result<()> {
    // In `fn(&'a str)` and `dyn for<'a> ..` nothing is borrowed.
    let (Type::Path(_) | Type::Tuple(_)) = ty else { return Ok(()) };
    match borrowed(ty.to_token_stream()) {
        None => Ok(()),
        Some(lifetime) => {
            let message = "a leaf stores its arguments, and cannot store one that borrows";
            let help = "take an owned type, or write `'static`";
            Err(syn::Error::new(lifetime, with_help(message, help)))
        }
    }
}

/// Where a type has a lifetime other than `'static`.
fn borrowed(ty: TokenStream) -> Option<Span> {
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
fn is_span(reference: &TypeReference) -> bool {
    let Type::Path(path) = &*reference.elem else { return false };
    path.path.segments.last().is_some_and(|last| last.ident == "Span")
}
