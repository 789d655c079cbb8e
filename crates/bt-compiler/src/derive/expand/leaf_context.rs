//! The implementation of `LeafContext`: the context of a leaf, for trees that name no context.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{GenericParam, Visibility};

use crate::context::{MOST_OF_LEAF, function_type, lifetimes};
use crate::derive::model::Context;
use crate::derive::target::Target;
use crate::tokens::mentions;

/// `LeafContext` for the type, if it has exactly one context, which can be named here.
pub fn expand(target: &Target) -> Option<TokenStream> {
    let (bt, this, lifetimes) = (&target.bt, target.this(), lifetimes(MOST_OF_LEAF).collect::<Vec<_>>());
    let (parameters, _, bounds) = target.generics.split_for_impl();
    let context = match &target.context {
        Some(Context::Owned(context)) => context,
        Some(Context::Borrowing(context, ..=MOST_OF_LEAF)) if !borrows_parameters(target, context) => context,
        _ => return None,
    };
    // An associated type must be as visible as the type. The visibility of the context is unknown, so only a private
    // type is safe.
    if !matches!(target.visibility, Visibility::Inherited) {
        return None;
    }
    let function = function_type(&quote!(#bt::__private), &lifetimes, context);
    Some(quote! {
        #[automatically_derived]
        impl #parameters #bt::__private::LeafContext for #this #bounds {
            type Function = #function;
        }
    })
}

/// Whether the context names a parameter of the type. `LeafContext` would then require that the parameter outlives
/// every lifetime.
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
