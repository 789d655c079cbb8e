//! How messages reach the leaves of a live tree.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::context::message_with_lifetimes;
use crate::message::{is_relayed, others};
use crate::tokens::own;
use crate::tree::generate::Generator;
use crate::tree::generate::regions::send::deliver;

use crate::tree::source::span_of;

impl Generator<'_> {
    /// Passes a message to a leaf, whatever its type is.
    pub(super) fn live_relay(&self, leaves: &[(proc_macro2::Literal, &TokenStream)]) -> TokenStream {
        let context = self.context().ty();
        let arms = leaves.iter().map(|(number, leaf)| {
            let at = span_of(leaf);
            let leaf = self.as_leaf(leaf);
            let [held, io, message, inside] = ["context", "io", "message", "inside"].map(|name| own(name, at));
            quote_spanned! {at=>
                [#number] => #leaf.__receive(#held, #io, #message),
                [#number, #inside @ ..] => #leaf.__relay(#inside, #held, #io, #message),
            }
        });
        quote! {
            fn relay<__Message: __bt::Any>(
                path: &[u32],
                context: &mut #context,
                io: &mut __bt::live::Io<'_, '_, '_>,
                message: &__Message,
            ) {
                use __bt::live::lacking::*;
                match path { #(#arms)* _ => {} }
            }
        }
    }

    /// Passes a message of the type in the header to a leaf, if that takes such messages.
    pub(super) fn live_receive(&self, leaves: &[(proc_macro2::Literal, &TokenStream)]) -> Option<TokenStream> {
        let (name, written) = (&self.interface.name, self.tree.header.message.as_ref()?);
        let others = others(written);
        let (message, lifetimes) = message_with_lifetimes(written.clone());
        let (parameters, context) = self.context().parameters();
        let arms = leaves.iter().map(|(number, leaf)| {
            // Messages that borrow do not reach a tree that is used as a leaf.
            let inside = is_relayed(written).then(|| {
                let leaf = self.as_leaf(leaf);
                quote!([#number, inside @ ..] => #leaf.__relay(inside, context, io, message),)
            });
            let at = span_of(leaf);
            let held = own("leaf", at);
            let deliver = deliver(self, at, &held, &quote!(node));
            quote! {
                [#number] => __bt::live::delivered::<#leaf>(io, |#held, node, inputs| #deliver),
                #inside
            }
        });
        Some(quote! {
            impl<#(#lifetimes,)* #parameters> __bt::live::LiveReceive<#context, #message> for #name {
                fn deliver(
                    path: &[u32],
                    context: &mut #context,
                    io: &mut __bt::live::Io<'_, '_, '_>,
                    message: &#message,
                ) {
                    use __bt::live::lacking::*;
                    use __bt::{Hears as _, Mishears as _, #others as _};
                    match path { #(#arms)* _ => {} }
                }
            }
        })
    }
}
