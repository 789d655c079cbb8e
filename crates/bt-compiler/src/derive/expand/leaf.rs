//! The implementation for a struct: its own methods are its hooks.
//!
//! If a method has a wrong signature, rustc reports it at the tokens that call the method. These tokens have the span
//! of the type's name, and each of them is written once. So each mistake is one error, at the name. All other tokens
//! have the span of the derive. So do the parentheses of the calls: otherwise rustc would propose to remove arguments
//! from the name.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::derive::model::{Context, Returns};
use crate::derive::target::Target;

/// The implementation for a struct.
///
/// The trait is in scope, so that the name of a hook means the type's own method if it has one, and else the trait's.
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

/// What the leaf can answer: what both its return type and `returns(...)` allow.
fn declared(target: &Target, returns: Returns) -> TokenStream {
    let (context, Returns { success, failure, running, .. }) = (target.context(), returns);
    quote! {
        const CAN: __bt::Can = __bt::can(&<Self as __bt::Behavior<#context>>::__own)
            .and(__bt::Can { succeed: #success, fail: #failure, run: #running });
    }
}

/// The only call of the type's own `run`. The type of `run` says what the leaf can answer.
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
/// If it has none, the path means the method of the trait, which is the one written here. So generated code compares
/// the two, and calls the path only if they differ.
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

/// The leaf as the receiver of its own method.
///
/// Its span comes from a macro, because rustc proposes no changes to such code. Here they would hide the mistake.
fn receiver(target: &Target) -> TokenStream {
    quote_spanned!(Span::call_site().located_at(target.name.span())=> __bt::Lend::lend(self))
}

/// Variables with the span of the type's name. Each variable must be made here: if a `macro_rules!` wrote the type, the
/// same name with another span is another variable.
pub fn locals<const COUNT: usize>(target: &Target, names: [&str; COUNT]) -> [Ident; COUNT] {
    names.map(|name| Ident::new(name, target.name.span()))
}
