//! The context of the type, for the trees that take theirs from their leaves.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{GenericParam, Visibility};

use crate::context::lifetime;
use crate::derive::model::Context;
use crate::derive::target::{Target, mentions};

/// `Home` for the type, where it has one context, and where naming that here cannot fail.
pub fn expand(target: &Target) -> Option<TokenStream> {
    let (bt, this, lifetime) = (&target.bt, target.this(), lifetime());
    let (parameters, _, bounds) = target.generics.split_for_impl();
    let context = match &target.context {
        Some(Context::Owned(context)) => context,
        Some(Context::Borrowing(context)) if !borrows_parameters(target, context) => context,
        _ => return None,
    };
    // No associated type may be less visible than the type: of the context only a private type can be sure.
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

/// A context that borrows what the type is generic over would ask that it outlives every lifetime.
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
