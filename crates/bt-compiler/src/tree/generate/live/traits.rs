//! The traits of a live tree.

use proc_macro2::TokenStream;
use quote::quote;

use crate::tree::generate::Interface;

impl Interface {
    /// Whether the tree can be live: it has a name, and its header names its context.
    pub(super) fn is_live(&self) -> bool {
        !self.is_unnamed() && !self.context.is_generic() && !self.context.is_of_leaf()
    }

    /// The traits of a live tree that are never called, since it has mistakes, or an editor asks.
    pub fn broken_live(&self) -> Option<TokenStream> {
        let broken = quote!(__bt::broken());
        self.is_live().then(|| self.live(&broken, &broken, &broken, &TokenStream::new()))
    }

    /// The traits of a live tree, with these bodies.
    pub(super) fn live(
        &self,
        param: &TokenStream,
        call: &TokenStream,
        call_other: &TokenStream,
        relay: &TokenStream,
    ) -> TokenStream {
        let (name, (generics, context)) = (&self.name, self.context.for_impl());
        quote! {
            impl __bt::live::LiveTree for #name {
                fn param(&self, index: __bt::usize) -> &dyn __bt::Any { #param }
            }
            impl #generics __bt::live::LiveContext<#context> for #name {
                fn call(index: u32, context: &mut #context, io: &mut __bt::live::Io<'_, '_, '_>) { #call }

                fn call_other(
                    adapter: &(dyn __bt::Any + __bt::live::Send + __bt::live::Sync),
                    index: u32,
                    context: &mut #context,
                    io: &mut __bt::live::Io<'_, '_, '_>,
                ) {
                    #call_other
                }

                #relay
            }
        }
    }
}
