//! The implementation of `Decorator`: the type's own methods are its hooks, all of which may be left out.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::hook::{locals, optional, own, receiver};
use crate::derive::target::Target;

/// The implementation.
///
/// The trait is in scope, so that the name of a hook means the type's own method if it has one, and else the trait's.
pub fn expand(target: &Target) -> TokenStream {
    let (bt, this, context, decision) = (&target.bt, target.this(), target.context(), target.decision());
    let (parameters, _, bounds) = target.implementation.split_for_impl();
    let [given, span, status, outcome] = locals(target, ["__context", "__span", "__status", "__outcome"]);
    let decorator = quote!(__bt::Decorator<#context, #decision>);
    let start = optional(target, &decorator, "start", quote!(#given));
    let finish = optional(target, &decorator, "finish", quote!(#given, #outcome));
    let before = before(target);
    let after = own(target, &decorator, "after", quote!(#given, #status), quote!(IsStatus::status), quote!(#status));
    quote! {
        use #bt::__private::{self as __bt, Decorator as _, Differ as _};

        #[automatically_derived]
        #[allow(refining_impl_trait)]
        impl #parameters #decorator for #this #bounds {
            #[inline]
            fn start(&mut self, #given: &mut #context) {
                #start
            }

            #[inline]
            fn __asked(&mut self, #given: &mut #context, #span: &mut __bt::Span) -> impl __bt::Asked<#decision> {
                #before
            }

            #[inline]
            fn after(&mut self, #given: &mut #context, #status: __bt::Status) -> __bt::Status {
                #after
            }

            #[inline]
            fn finish(&mut self, #given: &mut #context, #outcome: __bt::Outcome) {
                #finish
            }
        }
    }
}

/// Calls the type's own `before`, or that of the trait, which lets the child run.
fn before(target: &Target) -> TokenStream {
    let (at, this, error) = (target.name.span(), target.this(), target.error());
    let [given, span, before, returned, sorted, time] =
        locals(target, ["__context", "__span", "before", "__returned", "__sorted", "__time"]);
    let sort = quote_spanned!(at=> __bt::IsBefore::<#this, _, _, _>::sort(<#this>::#before));
    let (receiver, said) = (receiver(target), quote_spanned!(at=> __bt::said::<#this, #error, _>(#returned)));
    quote! {
        let (#sorted, #time) = #sort;
        let #returned = match #sorted {
            __bt::Sorted::Timeless(#before) => #before(#receiver, #given),
            __bt::Sorted::Timed(#before) => #before(#receiver, #given, #span),
        };
        __bt::asked(#said, #time)
    }
}
