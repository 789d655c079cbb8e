//! The implementation for a type with mistakes: it keeps other errors from following.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::expand::choice;
use super::model::Shape;
use super::target::Target;
use crate::tokens::mentions;

/// A behavior that always succeeds, for its context, or for every context if that is not known.
pub fn expand(target: &Target, shape: &Shape) -> TokenStream {
    let (bt, this, context, answer) = (&target.bt, target.this(), target.context(), target.answer(quote!(Alone)));
    let (parameters, _, bounds) = target.implementation.split_for_impl();
    let status = match &target.value {
        Some(_) => quote!(#bt::__private::Poll::Pending),
        None => quote!(#bt::__private::Status::Success),
    };
    let (error, produces) = (target.error(), target.produces());
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
    let checked = checked(target, shape);
    quote! {
        #[automatically_derived]
        impl #parameters #bt::__private::Behavior<#context> for #this #bounds {
            type Answer = #answer;

            fn run(&mut self, _: &mut #context) -> #answer {
                #success
            }
        }

        #receive
        #produces

        #checked
    }
}

/// A decorator that does nothing.
pub fn decorator(target: &Target) -> TokenStream {
    let (bt, this, context, decision) = (&target.bt, target.this(), target.context(), target.decision());
    let (parameters, _, bounds) = target.implementation.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #parameters #bt::__private::Decorator<#context, #decision> for #this #bounds {}
    }
}

/// A composite that ends at once.
pub fn composite(target: &Target) -> TokenStream {
    let (bt, this, context, choice) = (&target.bt, target.this(), target.context(), target.choice());
    let (parameters, _, bounds) = target.implementation.split_for_impl();
    let (bt, end) = (quote!(#bt::__private), quote!(#bt::__private::broken()));
    quote! {
        #[automatically_derived]
        impl #parameters #bt::Composite<#context, #choice> for #this #bounds {
            fn first(&mut self, _: &mut #context, _: #bt::usize) -> #choice {
                #end
            }

            fn after(&mut self, _: &mut #context, _: #bt::usize, _: #bt::Status) -> #choice {
                #end
            }
        }
    }
}

/// Code that names the behaviors of an enum, so that rustc reports the others in the same run.
fn checked(target: &Target, shape: &Shape) -> Option<TokenStream> {
    let Shape::Choice(variants) = shape else { return None };
    target.context.as_ref()?;
    let (bt, (parameters, _, bounds)) = (&target.bt, target.implementation.split_for_impl());
    let own: Vec<_> = target.generics.type_params().map(|parameter| &parameter.ident).collect();
    let known = variants.iter().filter(|variant| !mentions(variant.behavior.to_token_stream(), &own));
    let known = known.map(|variant| choice::member(target, variant, "KNOWN"));
    Some(quote! {
        const _: () = {
            use #bt::__private::Node as __Node;
            #[allow(dead_code)]
            fn variants #parameters() #bounds { #(let _ = #known;)* }
        };
    })
}
