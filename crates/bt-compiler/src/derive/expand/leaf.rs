//! The implementation for a struct: its own methods are its hooks.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use super::hook::{locals, optional, receiver};
use super::message::overhear;
use crate::derive::model::{Context, Returns};
use crate::derive::target::Target;

/// The implementation for a struct.
///
/// The trait is in scope, so that the name of a hook means the type's own method if it has one, and else the trait's.
pub fn expand(target: &Target) -> TokenStream {
    let (bt, this, context, answer) = (&target.bt, target.this(), target.context(), target.answer());
    let (parameters, _, bounds) = target.implementation.split_for_impl();
    let [given, span, outcome] = locals(target, ["__context", "__span", "__outcome"]);
    let (can, overhear) = (can(target), overhear(target));
    let hears = target.message.as_ref().map(|_| hears(target));
    let no_receive = target.message.is_none().then(|| has_no_receive(target));
    let behavior = quote!(__bt::Behavior<#context>);
    let start = optional(target, &behavior, "start", quote!(#given));
    let run = run(target);
    let finish = optional(target, &behavior, "finish", quote!(#given, #outcome));
    let sleep = sleep(target, &behavior);
    let produces = target.produces();
    quote! {
        use #bt::__private::{self as __bt, Behavior as _, Differ as _};

        #hears
        #produces

        #[automatically_derived]
        #[allow(refining_impl_trait)]
        impl #parameters #behavior for #this #bounds {
            type Answer = #answer;

            #can

            #[inline]
            fn start(&mut self, #given: &mut #context) {
                #no_receive
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

            #[inline]
            fn sleep(&self) -> __bt::Option<__bt::Duration> {
                #sleep
            }

            #overhear
        }
    }
}

/// Calls the leaf's own `sleep`, if it has one.
fn sleep(target: &Target, behavior: &TokenStream) -> TokenStream {
    let (at, this) = (target.name.span(), target.this());
    let [hook, own, returned] = locals(target, ["sleep", "__own", "__returned"]);
    let path = quote_spanned!(at=> <#this>::#hook);
    let leaf = quote_spanned!(Span::call_site().located_at(at)=> self);
    let sleep = quote_spanned!(at=> __bt::IsSleep::sleep(#returned));
    quote! {
        let #own = #path;
        if __bt::Pair(#own, <Self as #behavior>::#hook).__same() {
            return __bt::None;
        }
        let #returned = #own(#leaf);
        #sleep
    }
}

/// What the leaf can answer: what both its return type and `returns(...)` allow; and whether a message may end it. `None`
/// if its return type says all.
fn can(target: &Target) -> Option<TokenStream> {
    let context = target.context();
    let ends = target.message.as_ref().map(|_| quote!(.end_by_message()));
    if target.returns.is_none() && ends.is_none() {
        return None;
    }
    let mut can = quote!(__bt::can(&<Self as __bt::Behavior<#context>>::__own));
    if let Some(Returns { at, success, failure, running }) = target.returns {
        let declared = quote!(__bt::Can { succeed: #success, fail: #failure, run: #running, end_by_message: false });
        can = quote_spanned!(at=> __bt::Can::declared(#can, #declared));
    }
    Some(quote!(const CAN: __bt::Can = #can #ends;))
}

/// The facts of a leaf that takes messages, for trees that do not know its context.
fn hears(target: &Target) -> TokenStream {
    let this = target.this();
    let (parameters, _, bounds) = target.generics.split_for_impl();
    quote! {
        impl #parameters #this #bounds {
            #[doc(hidden)]
            pub const __TREE: __bt::Facts = __bt::Facts::LEAF.hearing();
        }
    }
}

/// Checks that a leaf whose attribute names no message has no `receive`, which would never be called.
fn has_no_receive(target: &Target) -> TokenStream {
    let (at, this) = (target.name.span(), target.this());
    let [hook, whose] = locals(target, ["receive", "__whose"]);
    let path = quote_spanned!(at=> <#this>::#hook);
    let this_leaf = quote_spanned!(Span::call_site().located_at(at)=> self);
    let check = quote_spanned!(at=> __bt::has_no_receive(#this_leaf, #whose));
    quote! {
        use __bt::NoReceive as _;
        let #whose = __bt::Pair(#path, <Self as __bt::NoReceive>::#hook).__first_is();
        #check;
    }
}

/// The only call of the type's own `run`. The type of `run` says what the leaf can answer.
fn run(target: &Target) -> TokenStream {
    let (at, this, context, error) = (target.name.span(), target.this(), target.context(), target.error());
    let [given, span, run, returned, sorted, time] =
        locals(target, ["__context", "__span", "run", "__returned", "__sorted", "__time"]);
    let sort = quote_spanned!(at=> __bt::IsRun::<#this, _, _, _>::sort(<#this>::#run));
    let receiver = receiver(target);
    let value = match &target.value {
        Some(value) => quote!(__bt::Value<#value>),
        None => quote_spanned!(at=> __bt::AnyValue),
    };
    let ran = match &target.context {
        Some(Context::Any(..)) => quote_spanned!(at=> __bt::ran_for_any::<#this, #error, #value, _>(#returned)),
        _ => quote_spanned!(at=> __bt::ran::<#this, #context, #error, #value, _>(#returned)),
    };
    let ran = match target.returns {
        Some(_) => quote!(__bt::as_declared::<Self, #context, _, _, _>(#ran)),
        None => ran,
    };
    quote! {
        let (#sorted, #time) = #sort;
        let #returned = match #sorted {
            __bt::Sorted::Timeless(#run) => #run(#receiver, #given),
            __bt::Sorted::Timed(#run) => #run(#receiver, #given, #span),
        };
        __bt::ran_with(#ran, #time)
    }
}
