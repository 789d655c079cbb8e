//! The type that derives `Behavior`, `Decorator` or `Composite`, with what all its implementations need: generics,
//! context, error, answer.

use std::ops::Deref;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Generics, Ident, Visibility, parse_quote};

use super::model::{Attributes, Context};
use crate::context::{lifetimes, parameter};
use crate::tokens::is_unit;

/// The type and the content of its attributes.
pub struct Target {
    pub name: Ident,
    pub visibility: Visibility,
    /// The generics as the type declares them.
    pub generics: Generics,
    /// The generics of the implementations: those of the type, plus those of the context.
    pub implementation: Generics,
    pub attributes: Attributes,
}

/// The attributes are read like fields.
impl Deref for Target {
    type Target = Attributes;

    fn deref(&self) -> &Attributes {
        &self.attributes
    }
}

impl Target {
    pub fn new(name: Ident, visibility: Visibility, generics: Generics, attributes: Attributes) -> Self {
        let implementation = with_context(&generics, attributes.context.as_ref());
        Target { name, visibility, generics, implementation, attributes }
    }

    /// The type with its generic arguments.
    pub fn this(&self) -> TokenStream {
        let (name, (_, arguments, _)) = (&self.name, self.generics.split_for_impl());
        quote!(#name #arguments)
    }

    /// The context as used by the implementations. A generic or unknown context is a type parameter.
    pub fn context(&self) -> TokenStream {
        match &self.context {
            Some(Context::Owned(context) | Context::Borrowing(context, _)) => context.clone(),
            Some(Context::Any(bounds, _)) => parameter(bounds).into_token_stream(),
            None => parameter(&TokenStream::new()).into_token_stream(),
        }
    }

    /// The error that the answers convert to.
    pub fn error(&self) -> TokenStream {
        match (&self.error, &self.bt) {
            (Some(error), _) => error.into_token_stream(),
            (None, bt) => quote!(#bt::__private::Infallible),
        }
    }

    /// The return type of `try_start`.
    pub fn started(&self) -> TokenStream {
        let (bt, error) = (&self.bt, self.error());
        quote!(#bt::__private::Result<(), #error>)
    }

    /// The return type of a decorator's `before_for`.
    pub fn decision(&self) -> TokenStream {
        let bt = &self.bt;
        let decision = quote!(#bt::__private::Option<#bt::__private::Status>);
        match &self.error {
            Some(error) => quote!(#bt::__private::Result<#decision, #error>),
            None => decision,
        }
    }

    /// The return type of a composite's `first` and `after`.
    pub fn choice(&self) -> TokenStream {
        let bt = &self.bt;
        match &self.error {
            Some(error) => quote!(#bt::__private::Result<#bt::__private::Next, #error>),
            None => quote!(#bt::__private::Next),
        }
    }

    /// A `Result<_, ERROR>`; without the error if the attribute names none.
    pub fn without_error(&self, result: TokenStream) -> TokenStream {
        let bt = &self.bt;
        match &self.error {
            Some(_) => result,
            None => quote!(#bt::__private::without_error(#result)),
        }
    }

    /// The type of the answer, which tells trees in which `way` to call the hooks.
    pub fn answer(&self, way: TokenStream) -> TokenStream {
        let bt = &self.bt;
        let held = match &self.value {
            Some(value) => quote!(#bt::__private::Poll<#bt::__private::Option<#value>>),
            None => quote!(#bt::__private::Status),
        };
        let adapted = quote!(#bt::__private::Adapted<#held, #bt::__private::#way>);
        match &self.error {
            Some(error) => quote!(::core::result::Result<#adapted, #error>),
            None => adapted,
        }
    }

    /// The implementation of the value, if the attribute names one. `()` cannot be bound.
    pub fn produces(&self) -> Option<TokenStream> {
        let value = self.value.as_ref().filter(|value| !is_unit(&value.to_token_stream()))?;
        let (bt, this) = (&self.bt, self.this());
        let (parameters, _, bounds) = self.generics.split_for_impl();
        Some(quote! {
            #[automatically_derived]
            impl #parameters #bt::__private::Produces for #this #bounds {
                type Value = #value;
            }
        })
    }

    /// The answer, from an expression of type `Result<Status, ERROR>`, or with the value in place of the status if the
    /// type has one.
    pub fn answer_with(&self, result: TokenStream) -> TokenStream {
        let bt = &self.bt;
        match &self.error {
            Some(_) => quote!(::core::result::Result::map(#result, #bt::__private::Adapted::new)),
            None => quote!(#bt::__private::Adapted::new(#bt::__private::without_error(#result))),
        }
    }
}

/// The generics of the type, with the type parameter or the lifetime that the context needs.
fn with_context(generics: &Generics, context: Option<&Context>) -> Generics {
    let (parameters, bounds) = (&generics.params, &generics.where_clause);
    let mut generics: Generics = parse_quote!(<#parameters>);
    generics.where_clause = parse_quote!(#bounds);
    let count = match context {
        Some(Context::Owned(_)) => 0,
        Some(Context::Borrowing(_, count)) => *count,
        Some(Context::Any(bounds, count)) => {
            let any = parameter(bounds);
            generics.params.push(parse_quote!(#any: #bounds));
            *count
        }
        None => {
            let any = parameter(&TokenStream::new());
            generics.params.push(parse_quote!(#any: ?::core::marker::Sized));
            0
        }
    };
    for (place, lifetime) in lifetimes(count).enumerate() {
        generics.params.insert(place, parse_quote!(#lifetime));
    }
    generics
}
