//! The implementation of `Decorator`: the type's own methods are its hooks, all of which are optional.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::hook::{locals, optional, own, receiver, start};
use crate::derive::target::Target;

/// The implementation.
///
/// The trait is in scope, so that the name of a hook means the type's own method, or the trait's if there is none.
pub fn expand(target: &Target) -> TokenStream {
    let (bt, this, context, decision) = (&target.bt, target.this(), target.context(), target.decision());
    let (parameters, _, bounds) = target.implementation.split_for_impl();
    let [given, span, status, outcome] = locals(target, ["__context", "__span", "__status", "__outcome"]);
    let decorator = quote!(__bt::Decorator<#context, #decision>);
    let (start, started) = (start(target, &decorator, &given), target.started());
    let finish = optional(target, &decorator, "finish", quote!(#given, #outcome));
    let before = before(target, &decision);
    let after = own(target, &decorator, "after", quote!(#given, #status), quote!(IsStatus::status), quote!(#status));
    quote! {
        use #bt::__private::{self as __bt, Decorator as _, Differ as _};

        #before

        #[automatically_derived]
        impl #parameters #decorator for #this #bounds {
            const TAKES_TIME: __bt::bool = __bt::before_takes_time::<Self, #context, _, _>(&__before);

            #[inline]
            fn start(&mut self, #given: &mut #context) {
                __bt::start_alone(<Self as #decorator>::try_start(self, #given));
            }

            #[inline]
            fn try_start(&mut self, #given: &mut #context) -> #started {
                #start
            }

            #[inline]
            fn before_for(&mut self, #given: &mut #context, #span: &mut __bt::Span) -> #decision {
                __before(self, #given, #span).0
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

/// The function that calls the type's own `before`, or the trait's, which lets the child run. Its type says whether the
/// hook takes the remaining time.
fn before(target: &Target, decision: &TokenStream) -> TokenStream {
    let (at, this, context, error) = (target.name.span(), target.this(), target.context(), target.error());
    let (parameters, _, bounds) = target.implementation.split_for_impl();
    let [decorator, given, span, before, returned, sorted, time] =
        locals(target, ["__decorator", "__context", "__span", "before", "__returned", "__sorted", "__time"]);
    let sort = quote_spanned!(at=> __bt::IsHook::<#this, _, _, _>::sort(<#this>::#before));
    let (receiver, said) =
        (receiver(target, &decorator), quote_spanned!(at=> __bt::said::<#this, #error, _>(#returned)));
    let said = match &target.error {
        Some(_) => said,
        None => quote!(__bt::without_error(#said)),
    };
    quote! {
        #[inline]
        fn __before #parameters (
            #decorator: &mut #this,
            #given: &mut #context,
            #span: &mut __bt::Span,
        ) -> (#decision, impl __bt::Takes) #bounds {
            let (#sorted, #time) = #sort;
            let #returned = match #sorted {
                __bt::Sorted::Timeless(#before) => #before(#receiver, #given),
                __bt::Sorted::Timed(#before) => #before(#receiver, #given, #span),
            };
            (#said, #time)
        }
    }
}
