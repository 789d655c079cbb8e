//! The type of a context: which types are allowed, and how its `'_` get a name. Trees and leaves share these rules.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Lifetime, Type, TypeParamBound, TypeReference};

/// The name of the lifetime that replaces every `'_` of a context.
const LIFETIME: &str = "__context";

/// The context of a tree or of a leaf.
#[derive(Clone)]
pub enum Context {
    /// A type; lifetimes that change from tick to tick are `'_`.
    Type(TokenStream),
    /// The bounds of `impl ...`: every type that satisfies them.
    Impl(TokenStream),
}

/// Reads a type as a context, or says why it cannot be one.
pub fn context(ty: Type) -> syn::Result<Context> {
    match ty {
        Type::Paren(inner) => context(*inner.elem),
        Type::Group(inner) => context(*inner.elem),
        Type::Reference(reference) if !is_static(&reference) => {
            let message = "a context is named without `&`: hooks take it as `&TYPE` or `&mut TYPE`";
            Err(syn::Error::new_spanned(reference, message))
        }
        Type::ImplTrait(any) => {
            let bounds = any.bounds.into_token_stream();
            refuse_impl(&bounds)?;
            Ok(Context::Impl(bounds))
        }
        // Behind a reference `dyn Trait` means `dyn Trait + '_`, and hooks take references.
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
pub fn refuse_impl(tokens: &TokenStream) -> syn::Result<()> {
    for token in tokens.clone() {
        match token {
            TokenTree::Group(group) => refuse_impl(&group.stream())?,
            TokenTree::Ident(ident) if ident == "impl" => {
                let message = "`impl` is allowed as the whole context only: `context = impl Trait`";
                return Err(syn::Error::new(ident.span(), message));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The lifetime that replaces `'_` where a named one is needed.
pub fn lifetime() -> Lifetime {
    Lifetime::new(&format!("'{LIFETIME}"), Span::call_site())
}

/// The tokens with each `'_` replaced by the [named lifetime](lifetime), and whether there was any.
pub fn with_lifetime(tokens: TokenStream) -> (TokenStream, bool) {
    let (mut after_quote, mut any) = (false, false);
    let named = tokens.into_iter().map(|token| {
        let in_lifetime = std::mem::replace(&mut after_quote, false);
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                after_quote = true;
                TokenTree::Punct(punct)
            }
            TokenTree::Ident(ident) if in_lifetime && ident == "_" => {
                any = true;
                TokenTree::Ident(Ident::new(LIFETIME, ident.span()))
            }
            TokenTree::Group(group) => {
                let (inner, found) = with_lifetime(group.stream());
                any |= found;
                let mut named = Group::new(group.delimiter(), inner);
                named.set_span(group.span());
                TokenTree::Group(named)
            }
            token => token,
        }
    });
    let named = named.collect();
    (named, any)
}

#[cfg(test)]
mod tests {
    use super::{Context, context, with_lifetime};
    use quote::quote;
    use syn::parse_quote;

    #[test]
    fn every_short_lifetime_gets_the_name() {
        let (named, any) = with_lifetime(quote!((World<'_>, &'static str, [Eye<'_>; 2])));
        assert_eq!(named.to_string(), "(World < '__context > , & 'static str , [Eye < '__context > ; 2])");
        assert!(any);
        assert!(!with_lifetime(quote!(Eye<'static>)).1);
    }

    #[test]
    fn bounds_are_a_context() {
        let bounds = context(parse_quote!(impl Senses + Send)).ok();
        assert!(matches!(bounds, Some(Context::Impl(bounds)) if bounds.to_string() == "Senses + Send"));
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
