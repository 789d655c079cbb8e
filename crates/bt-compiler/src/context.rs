//! The type of a context: which types are allowed, and how each `'_` gets a name. Trees and leaves share these rules.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt as _;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Lifetime, Token, TraitBoundModifier, Type, TypeParamBound, TypeReference};

use crate::codes;
use crate::error::Mistake;
use crate::written::as_written;

/// How many lifetimes a context may have if a tree infers its context from its leaves: the parameters of `Lifetimes`.
pub const MOST_OF_LEAF: usize = 4;

/// The function type with which a leaf declares its context, generic over these lifetimes: `MOST_OF_LEAF` of them.
///
/// A context without lifetimes is its argument: if `<'_>` is missing, rustc then reports that in one error, and does
/// not suggest our own lifetimes.
pub fn function_type(runtime: &TokenStream, lifetimes: &[Lifetime], context: &TokenStream) -> TokenStream {
    if !has_lifetimes(context.clone()) {
        return quote!(#runtime::OwnedContext<fn(#runtime::ContextType<#context>)>);
    }
    quote!(for<#(#lifetimes),*> fn(#runtime::Lifetimes<#(#lifetimes),*>) -> #runtime::ContextType<#context>)
}

fn has_lifetimes(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Punct(mark) => mark.as_char() == '\'',
        TokenTree::Group(group) => has_lifetimes(group.stream()),
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    })
}

/// The context of a tree or of a leaf.
#[derive(Clone)]
pub enum Context {
    /// A type. Lifetimes that change from tick to tick are `'_`.
    Type(TokenStream),
    /// The bounds of `impl ...`: every type that satisfies them.
    Impl(TokenStream),
}

impl Context {
    /// The context as written.
    pub fn text(&self) -> String {
        match self {
            Context::Type(ty) => as_written(ty),
            Context::Impl(bounds) => format!("impl {}", as_written(bounds)),
        }
    }
}

/// The type parameter for any context with these bounds: `impl_Senses` for `impl Senses`, `any_context` without bounds.
/// Errors of rustc show this name. Users do not write types in lower case, so it shadows none of theirs.
pub fn parameter(bounds: &TokenStream) -> Ident {
    let bounds = Punctuated::<TypeParamBound, Token![+]>::parse_terminated.parse2(bounds.clone()).unwrap_or_default();
    let traits = bounds.iter().filter_map(|bound| match bound {
        TypeParamBound::Trait(bound) if matches!(bound.modifier, TraitBoundModifier::None) => {
            bound.path.segments.last()
        }
        _ => None,
    });
    let names: String = traits.map(|name| format!("_{}", name.ident.unraw())).collect();
    let name = if names.is_empty() { "any_context".to_owned() } else { format!("impl{names}") };
    Ident::new(&name, Span::call_site())
}

/// Reads a type as a context, or returns why it cannot be one.
pub fn context(ty: Type) -> Result<Context, Mistake> {
    match ty {
        Type::Paren(inner) => context(*inner.elem),
        Type::Group(inner) => context(*inner.elem),
        Type::Reference(reference) if !is_static(&reference) => {
            let message = "write the context without `&`: hooks take it as `&TYPE` or `&mut TYPE`";
            Err(codes::CONTEXT.over(reference, message))
        }
        Type::ImplTrait(any) => {
            let bounds = any.bounds.into_token_stream();
            refuse_impl(&bounds)?;
            Ok(Context::Impl(bounds))
        }
        // Under a reference `dyn Trait` means `dyn Trait + '_`, and hooks take references.
        Type::TraitObject(object) => {
            refuse_impl(&object.to_token_stream())?;
            let lives = object.bounds.iter().any(|bound| matches!(bound, TypeParamBound::Lifetime(_)));
            Ok(Context::Type(if lives { quote!((#object)) } else { quote!((#object + '_)) }))
        }
        ty => {
            let ty = ty.into_token_stream();
            refuse_impl(&ty)?;
            Ok(Context::Type(ty))
        }
    }
}

/// Whether a reference is `'static`. Only such a reference can be a context itself.
pub fn is_static(reference: &TypeReference) -> bool {
    reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static")
}

/// Refuses `impl` inside a type, as in `Vec<impl Trait>`: generated code could not name that type.
pub fn refuse_impl(tokens: &TokenStream) -> Result<(), Mistake> {
    for token in tokens.clone() {
        match token {
            TokenTree::Group(group) => refuse_impl(&group.stream())?,
            TokenTree::Ident(ident) if ident == "impl" => {
                let message = "`impl` is only allowed as the whole context: `context = impl Trait`";
                return Err(codes::CONTEXT.at(ident.span(), message));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The lifetimes that replace the first `'_` where named ones are needed.
pub fn lifetimes(count: usize) -> impl Iterator<Item = Lifetime> {
    lifetimes_of("__context", count)
}

fn lifetimes_of(prefix: &str, count: usize) -> impl Iterator<Item = Lifetime> {
    (0..count).map(move |number| Lifetime::new(&format!("'{}", name(prefix, number)), Span::call_site()))
}

fn name(prefix: &str, number: usize) -> String {
    if number == 0 { prefix.to_owned() } else { format!("{prefix}_{}", number + 1) }
}

/// A type with `'static` in place of each of these [lifetimes](lifetimes).
pub fn with_static_lifetimes(tokens: TokenStream) -> TokenStream {
    let replaced = |token: TokenTree| match token {
        TokenTree::Ident(name) if name.to_string().starts_with("__context") => Ident::new("static", name.span()).into(),
        TokenTree::Group(group) => {
            let mut replaced = Group::new(group.delimiter(), with_static_lifetimes(group.stream()));
            replaced.set_span(group.span());
            replaced.into()
        }
        token => token,
    };
    tokens.into_iter().map(replaced).collect()
}

/// The tokens with each `'_` replaced by a separate [named lifetime](lifetimes), and their number.
pub fn with_lifetimes(tokens: TokenStream) -> (TokenStream, usize) {
    let mut count = 0;
    (named(tokens, "__context", &mut count), count)
}

/// Types inside a `for<..>`, with a name for each `'_`, and these names, which shadow no outer ones.
pub fn for_all_lifetimes<const TYPES: usize>(types: [TokenStream; TYPES]) -> ([TokenStream; TYPES], Vec<Lifetime>) {
    let mut count = 0;
    let types = types.map(|ty| named(ty, "__any", &mut count));
    (types, lifetimes_of("__any", count).collect())
}

/// The type of a message with a name for each `'_`, and these names.
pub fn message_with_lifetimes(message: TokenStream) -> (TokenStream, Vec<Lifetime>) {
    let mut count = 0;
    let message = named(message, "__message", &mut count);
    (message, lifetimes_of("__message", count).collect())
}

fn named(tokens: TokenStream, prefix: &str, count: &mut usize) -> TokenStream {
    let mut after_quote = false;
    let named = tokens.into_iter().map(|token| {
        let in_lifetime = std::mem::replace(&mut after_quote, false);
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                after_quote = true;
                TokenTree::Punct(punct)
            }
            TokenTree::Ident(ident) if in_lifetime && ident == "_" => {
                *count += 1;
                TokenTree::Ident(Ident::new(&name(prefix, *count - 1), ident.span()))
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), named(group.stream(), prefix, count));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            token => token,
        }
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::{Context, context, parameter, with_lifetimes};
    use quote::quote;
    use syn::parse_quote;

    #[test]
    fn every_short_lifetime_gets_a_name_of_its_own() {
        let (named, count) = with_lifetimes(quote!((World<'_>, &'static str, [Eye<'_>; 2])));
        assert_eq!(named.to_string(), "(World < '__context > , & 'static str , [Eye < '__context_2 > ; 2])");
        assert_eq!(count, 2);
        assert_eq!(with_lifetimes(quote!(Eye<'static>)).1, 0);
    }

    #[test]
    fn bounds_are_a_context() {
        let bounds = context(parse_quote!(impl Senses + Send)).ok();
        assert!(matches!(bounds, Some(Context::Impl(bounds)) if bounds.to_string() == "Senses + Send"));
    }

    #[test]
    fn a_context_that_is_open_has_the_names_of_its_traits() {
        for (bounds, name) in [
            (quote!(Senses), "impl_Senses"),
            (quote!(?Sized + npc::Senses<'_, u8> + 'static + Send), "impl_Senses_Send"),
            (quote!(Into<Vec<Room>>), "impl_Into"),
            (quote!(?::core::marker::Sized), "any_context"),
            (quote!(), "any_context"),
        ] {
            assert_eq!(parameter(&bounds).to_string(), name);
        }
    }

    #[test]
    fn a_trait_object_lives_as_long_as_the_reference_to_it() {
        for object in [parse_quote!(dyn Senses), parse_quote!((dyn Senses + '_))] {
            let object = context(object).ok();
            assert!(matches!(object, Some(Context::Type(object)) if object.to_string() == "(dyn Senses + '_)"));
        }
    }

    #[test]
    fn what_hooks_cannot_take_is_refused() {
        assert!(context(parse_quote!(&Room)).is_err());
        assert!(context(parse_quote!(&'static Room)).is_ok());
        assert!(context(parse_quote!(Vec<impl Senses>)).is_err());
    }
}
