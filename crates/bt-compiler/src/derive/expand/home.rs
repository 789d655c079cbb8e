//! The implementation of `Home`: the context of a leaf, for trees that name no context.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{GenericParam, Visibility};

use crate::context::lifetime;
use crate::derive::model::Context;
use crate::derive::target::{Target, mentions};

/// `Home` for the type, if it has exactly one context and that can be named here.
pub fn expand(target: &Target) -> Option<TokenStream> {
    let (bt, this, lifetime) = (&target.bt, target.this(), lifetime());
    let (parameters, _, bounds) = target.generics.split_for_impl();
    let context = match &target.context {
        Some(Context::Owned(context)) => context,
        Some(Context::Borrowing(context)) if !borrows_parameters(target, context) => context,
        _ => return None,
    };
    // An associated type must be as visible as the type. How visible the context is, is unknown: only a private type is
    // safe.
    if !matches!(target.visibility, Visibility::Inherited) {
        return None;
    }
    Some(quote! {
        #[automatically_derived]
        impl #parameters #bt::__private::LeafContext for #this #bounds {
            type Context<#lifetime> = #context;
        }
    })
}

/// Whether the context names a parameter of the type. `Home` would then require that the parameter outlives every
/// lifetime.
fn borrows_parameters(target: &Target, context: &TokenStream) -> bool {
    let parameters: Vec<_> = target.generics.params.iter().map(name).collect();
    mentions(context.clone(), &parameters)
}

fn name(parameter: &GenericParam) -> &Ident {
    match parameter {
        GenericParam::Lifetime(parameter) => &parameter.lifetime.ident,
        GenericParam::Type(parameter) => &parameter.ident,
        GenericParam::Const(parameter) => &parameter.ident,
    }
}
