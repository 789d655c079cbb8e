//! How messages reach the leaves of a live tree.

use proc_macro2::TokenStream;
use quote::quote;

use crate::context::message_with_lifetimes;
use crate::message::{is_relayed, others};
use crate::tree::generate::Generator;

impl Generator<'_> {
    /// Passes a message to a leaf, whatever its type is.
    pub(super) fn live_relay(&self, leaves: &[(proc_macro2::Literal, &TokenStream)]) -> TokenStream {
        let context = self.context().ty();
        let arms = leaves.iter().map(|(number, leaf)| {
            quote! {
                [#number] => __bt::live::relay::<#leaf, _, _>(context, io, message),
                [#number, inside @ ..] => __bt::live::Probe::<#leaf>::NEW.__relay(inside, context, io, message),
            }
        });
        quote! {
            fn relay<__Message: __bt::Any>(
                path: &[u32],
                context: &mut #context,
                io: &mut __bt::live::Io<'_, '_, '_>,
                message: &__Message,
            ) {
                use __bt::live::Unprobed as _;
                match path { #(#arms)* _ => {} }
            }
        }
    }

    /// Passes a message of the type in the header to a leaf, if that takes such messages.
    pub(super) fn live_receive(&self, leaves: &[(proc_macro2::Literal, &TokenStream)]) -> Option<TokenStream> {
        let (name, written) = (&self.interface.name, self.header.message.as_ref()?);
        let others = others(written);
        let (message, lifetimes) = message_with_lifetimes(written.clone());
        let (parameters, context) = self.context().parameters();
        let arms = leaves.iter().map(|(number, leaf)| {
            // Messages that borrow do not reach trees in places of leaves.
            let inside = is_relayed(written).then(|| {
                quote!([#number, inside @ ..] => __bt::live::Probe::<#leaf>::NEW.__relay(inside, context, io, message),)
            });
            quote! {
                [#number] => __bt::live::delivered::<#leaf>(io, |leaf, node, inputs| {
                    __bt::Deliver::new(leaf, &*context, message).__listener().deliver(node, context, inputs)
                }),
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
                    use __bt::live::Unprobed as _;
                    use __bt::{Hears as _, Mishears as _, #others as _};
                    match path { #(#arms)* _ => {} }
                }
            }
        })
    }
}
