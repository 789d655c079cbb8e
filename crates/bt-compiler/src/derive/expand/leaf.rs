//! A struct: its own methods are its hooks.
//!
//! Where they do not fit, rustc says so at the tokens that call them. Those have the span of the type's name, and none
//! is written twice: so each mistake is one error, and it stands at the name. All other tokens have the span of the
//! derive. The parentheses of the calls do, too, or rustc would propose to cut arguments out of the name.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::derive::model::{Context, Returns};
use crate::derive::target::Target;

/// The implementation for a struct.
///
/// The trait is in scope, so that the name of a hook means the type's own method, or else the trait's.
pub fn expand(target: &Target) -> TokenStream {
    let (bt, this, context, answer) = (&target.bt, target.this(), target.context(), target.answer());
    let (parameters, _, bounds) = target.implementation.split_for_impl();
    let [given, span, outcome] = locals(target, ["__context", "__span", "__outcome"]);
    let can = target.returns.map(|returns| declared(target, returns));
    let start = optional(target, "start", quote!(#given));
    let run = run(target);
    let finish = optional(target, "finish", quote!(#given, #outcome));
    quote! {
        use #bt::__private::{self as __bt, Behavior as _, Differ as _};

        #[automatically_derived]
        #[allow(refining_impl_trait)]
        impl #parameters __bt::Behavior<#context> for #this #bounds {
            type Answer = #answer;

            #can

            #[inline]
            fn start(&mut self, #given: &mut #context) {
                #start
            }

            #[inline]
            fn run(&mut self, #given: &mut #context) -> #answer {
                __bt::instant(self, #given)
            }

            #[inline]
            fn __own(&mut self, #given: &mut #context, #span: &mut __bt::Span) -> impl __bt::Ran<#answer> {
                #run
            }

            #[inline]
            fn finish(&mut self, #given: &mut #context, #outcome: __bt::Outcome) {
                #finish
            }
        }
    }
}

/// What the attribute leaves of what the return type allows.
fn declared(target: &Target, returns: Returns) -> TokenStream {
    let (context, Returns { success, failure, running, .. }) = (target.context(), returns);
    quote! {
        const CAN: __bt::Can = __bt::can(&<Self as __bt::Behavior<#context>>::__own)
            .and(__bt::Can { succeed: #success, fail: #failure, run: #running });
    }
}

/// The one place that calls the type's own `run`; the type of it tells what it can answer.
fn run(target: &Target) -> TokenStream {
    let (at, this, context, error) = (target.name.span(), target.this(), target.context(), target.error());
    let [given, span, run, returned] = locals(target, ["__context", "__span", "run", "__returned"]);
    let sort = quote_spanned!(at=> __bt::IsRun::<#this, _, _, _>::sort(<#this>::#run));
    let receiver = receiver(target);
    let ran = match &target.context {
        Some(Context::Any(..)) => quote_spanned!(at=> __bt::ran_for_any::<#this, #error, _>(#returned)),
        _ => quote_spanned!(at=> __bt::ran::<#this, #context, #error, _>(#returned)),
    };
    let ran = match target.returns {
        Some(_) => quote!(__bt::as_declared::<Self, #context, _, _>(#ran)),
        None => ran,
    };
    quote! {
        let #returned = match #sort {
            __bt::Sorted::Timeless(#run) => #run(#receiver, #given),
            __bt::Sorted::Timed(#run) => #run(#receiver, #given, #span),
        };
        #ran
    }
}

/// Calls the type's own method, if it has one.
///
/// Without one the path means the method of the trait, which is the one that is being written here.
fn optional(target: &Target, hook: &str, arguments: TokenStream) -> TokenStream {
    let (at, this, context) = (target.name.span(), target.this(), target.context());
    let [hook, own, returned] = locals(target, [hook, "__own", "__returned"]);
    let (path, receiver) = (quote_spanned!(at=> <#this>::#hook), receiver(target));
    let done = quote_spanned!(at=> __bt::Nothing::done(#returned));
    quote! {
        let #own = #path;
        if !__bt::Pair(#own, <Self as __bt::Behavior<#context>>::#hook).__same() {
            let #returned = #own(#receiver, #arguments);
            #done
        }
    }
}

/// The leaf, as a method of its own takes it.
///
/// rustc proposes no changes to what comes of a macro: here they would hide what is wrong.
fn receiver(target: &Target) -> TokenStream {
    quote_spanned!(Span::call_site().located_at(target.name.span())=> __bt::Lend::lend(self))
}

/// Names at the name of the type. All of one name have to come from here, in case a `macro_rules!` wrote the type.
pub fn locals<const COUNT: usize>(target: &Target, names: [&str; COUNT]) -> [Ident; COUNT] {
    names.map(|name| Ident::new(name, target.name.span()))
}
