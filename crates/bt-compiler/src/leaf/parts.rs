//! The parts of a function's type, with or without a request: its generics, its context, and the call of the function.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::{GenericParam, Generics, Token, parse_quote};

use super::model::{Leaf, Param, Pass};
use crate::context::{Context, lifetimes, parameter, with_lifetimes};
use crate::tokens::{mentions, own};

/// The type parameters of the type: those of the function, except those that follow from the context. A type with a
/// request also needs the parameters of the request, with their bounds.
pub fn own_generics(leaf: &Leaf) -> Generics {
    let context = leaf.context().map(tokens_of).unwrap_or_default();
    let request = leaf.request_type(&TokenStream::new());
    let arguments: TokenStream = leaf.arguments().map(|(_, ty)| ty.clone()).chain(request).collect();
    let own = |param: &&GenericParam| match param {
        GenericParam::Lifetime(_) => false,
        GenericParam::Type(ty) => mentions(arguments.clone(), &[&ty.ident]) || !mentions(context.clone(), &[&ty.ident]),
        GenericParam::Const(number) => {
            mentions(arguments.clone(), &[&number.ident]) || !mentions(context.clone(), &[&number.ident])
        }
    };
    let params = leaf.generics.params.iter().filter(own);
    let params = params.map(|param| -> GenericParam {
        match param {
            param if leaf.request.is_some() => parse_quote!(#param),
            // Bounds are checked where the leaf is used.
            GenericParam::Type(ty) => {
                let name = &ty.ident;
                parse_quote!(#name)
            }
            param => parse_quote!(#param),
        }
    });
    let params: Punctuated<GenericParam, Token![,]> = params.collect();
    let mut generics: Generics = parse_quote!(<#params>);
    if leaf.request.is_some() {
        let bounds = &leaf.generics.where_clause;
        generics.where_clause = parse_quote!(#bounds);
    }
    generics
}

pub fn copy(generics: &Generics) -> Generics {
    let (params, bounds) = (&generics.params, &generics.where_clause);
    let mut copy: Generics = parse_quote!(<#params>);
    copy.where_clause = parse_quote!(#bounds);
    copy
}

fn tokens_of(context: &Context) -> TokenStream {
    match context {
        Context::Type(tokens) | Context::Impl(tokens) => tokens.clone(),
    }
}

/// A field for the type parameters that no argument names.
pub fn marker(leaf: &Leaf) -> Option<(TokenStream, TokenStream)> {
    let bt = &leaf.bt;
    let generics = own_generics(leaf);
    let types: Vec<_> = generics.type_params().map(|param| &param.ident).collect();
    (!types.is_empty()).then(|| {
        (
            quote!(__types: #bt::__private::PhantomData<fn() -> (#(#types,)*)>,),
            quote!(__types: #bt::__private::PhantomData,),
        )
    })
}

/// The generics of the implementation, and the context in it. An `async` leaf fits every context.
pub fn for_context(leaf: &Leaf) -> (Generics, TokenStream) {
    let mut generics = copy(&leaf.generics);
    let context = match leaf.context() {
        Some(Context::Impl(bounds)) => {
            let name = parameter(bounds);
            let (bounds, count) = with_lifetimes(bounds.clone());
            generics.params.push(parse_quote!(#name: #bounds));
            (quote!(#name), count)
        }
        Some(Context::Type(ty)) => with_lifetimes(ty.clone()),
        None => {
            let any = parameter(&TokenStream::new());
            generics.params.push(parse_quote!(#any: ?__bt::Sized));
            (quote!(#any), 0)
        }
    };
    for (place, lifetime) in lifetimes(context.1).enumerate() {
        generics.params.insert(place, parse_quote!(#lifetime));
    }
    (generics, context.0)
}

/// How the function gets arguments by value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ByValue {
    Cloned,
    Moved,
}

/// Whether the function takes arguments by value.
pub fn takes_values(leaf: &Leaf) -> bool {
    leaf.params.iter().any(|param| matches!(param, Param::Argument { pass: Pass::Value, .. }))
}

/// The call of the function with the stored arguments, which are fields of a variable with the name `this`.
pub fn call(leaf: &Leaf, this: &str, by_value: ByValue) -> TokenStream {
    let Leaf { name, .. } = leaf;
    let mut fields = leaf.arguments().enumerate().map(|(number, (name, _))| match leaf.request {
        Some(_) => syn::Index::from(number).into_token_stream(),
        None => name.into_token_stream(),
    });
    let mut field = || fields.next().unwrap_or_default();
    let types = leaf.generics.params.iter().filter_map(|param| match param {
        GenericParam::Lifetime(_) => None,
        GenericParam::Type(ty) => Some(&ty.ident),
        GenericParam::Const(number) => Some(&number.ident),
    });
    let types: Vec<_> = types.collect();
    let types = (!types.is_empty()).then(|| quote!(::<#(#types),*>));
    let values = leaf.params.iter().map(|param| match param {
        Param::Context(_) => quote!(__context),
        Param::Span => quote!(__span),
        Param::Argument { name, ty, pass: Pass::Value } => {
            // At this span, rustc reports that the type is not `Clone`.
            let at = ty.clone().into_iter().next().map_or(name.span(), |first| first.span());
            let (this, field) = (own(this, at), field());
            match by_value {
                ByValue::Cloned => quote_spanned!(at=> <#ty as __bt::Clone>::clone(&#this.#field)),
                ByValue::Moved => quote!(#this.#field),
            }
        }
        Param::Argument { name, pass: Pass::Reference, .. } => {
            let (this, field) = (own(this, name.span()), field());
            quote!(&#this.#field)
        }
        Param::Argument { name, pass: Pass::MutableReference, .. } => {
            let (this, field) = (own(this, name.span()), field());
            quote!(&mut #this.#field)
        }
    });
    quote!(#name #types(#(#values),*))
}
