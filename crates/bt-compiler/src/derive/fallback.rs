//! The implementation for a type with mistakes: it keeps other errors from following.

use proc_macro2::TokenStream;
use quote::quote;

use super::target::Target;

/// A behavior that always succeeds, for its context, or for every context if that is not known.
pub fn expand(target: &Target) -> TokenStream {
    let (bt, this, context, answer) = (&target.bt, target.this(), target.context(), target.answer());
    let (parameters, _, bounds) = target.implementation.split_for_impl();
    let (error, status) = (target.error(), quote!(#bt::__private::Status::Success));
    let success = target.answer_with(quote!(#bt::__private::Ok::<_, #error>(#status)));
    let receive = target.message.as_ref().map(|message| {
        quote! {
            #[automatically_derived]
            impl #parameters #bt::__private::Receive<#context, #message> for #this #bounds {
                fn receive(&mut self, _: &mut #context, _: &#message) -> #bt::__private::Status {
                    #bt::__private::Status::Running
                }
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl #parameters #bt::__private::Behavior<#context> for #this #bounds {
            type Answer = #answer;

            fn run(&mut self, _: &mut #context) -> #answer {
                #success
            }
        }

        #receive
    }
}
