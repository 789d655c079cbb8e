//! The implementation for a struct: its own methods are its hooks.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use super::hook::{locals, optional, receiver, start};
use super::message::relayed;
use crate::derive::model::{Context, Returns};
use crate::derive::target::Target;

/// The implementation for a struct.
///
/// The trait is in scope, so that the name of a hook means the type's own method, or the trait's if there is none.
pub fn expand(target: &Target, is_unit: bool) -> TokenStream {
    let (bt, this, context, answer) = (&target.bt, target.this(), target.context(), target.answer(way(target)));
    let (parameters, _, bounds) = target.implementation.split_for_impl();
    let [given, span, outcome] = locals(target, ["__context", "__span", "__outcome"]);
    let can = can(target, &answer);
    let (hears, must_hear) = (target.message.as_ref().map(|_| hears(target)), must_hear(target));
    let no_receive = target.message.is_none().then(|| has_no_receive(target));
    let behavior = quote!(__bt::Behavior<#context>);
    let start = start(target, &behavior, &given);
    let run = run(target, &answer);
    let finish = optional(target, &behavior, "finish", quote!(#given, #outcome));
    let sleep = sleep(target, &behavior);
    let unit = is_unit.then(|| {
        quote!(
            const UNIT: __bt::Option<fn() -> Self> = __bt::Some(|| Self {});
        )
    });
    let (produces, relays, started) = (target.produces(), relays(target), target.started());
    quote! {
        use #bt::__private::{self as __bt, Behavior as _, Differ as _};

        #hears
        #produces
        #run

        #[automatically_derived]
        impl #parameters #behavior for #this #bounds {
            type Answer = #answer;
            #can
            #must_hear
            #unit

            #[inline]
            fn start(&mut self, #given: &mut #context) {
                #no_receive
                __bt::start_alone(<Self as #behavior>::try_start(self, #given));
            }

            #[inline]
            fn try_start(&mut self, #given: &mut #context) -> #started {
                #start
            }

            #[inline]
            fn run(&mut self, #given: &mut #context) -> #answer {
                __bt::instant(self, #given)
            }

            #[inline]
            fn run_for(&mut self, #given: &mut #context, #span: &mut __bt::Span) -> #answer {
                __bt::Ran::answer(__run(self, #given, #span))
            }

            #[inline]
            fn finish(&mut self, #given: &mut #context, #outcome: __bt::Outcome) {
                #finish
            }

            #[inline]
            fn sleep(&self) -> __bt::Option<__bt::Duration> {
                #sleep
            }
        }

        #relays
    }
}

/// Messages of any type reach the leaf, which checks whether the type is its own.
fn relays(target: &Target) -> Option<TokenStream> {
    let (message, this, context) = (relayed(target)?, target.this(), target.context());
    let (parameters, _, bounds) = target.implementation.split_for_impl();
    Some(quote! {
        #[automatically_derived]
        impl #parameters __bt::ReceivesRelayed<#context> for #this #bounds {
            #[inline]
            fn receive_relayed<__Message: __bt::Any>(
                &mut self,
                __context: &mut #context,
                __message: &__Message,
            ) -> __bt::Status {
                match (__message as &dyn __bt::Any).downcast_ref::<#message>() {
                    __bt::Some(__message) => __bt::Receive::receive(self, __context, __message),
                    __bt::None => __bt::Status::Running,
                }
            }
        }
    })
}

/// Whether messages reach the leaf, and from which trees.
fn way(target: &Target) -> TokenStream {
    match (&target.message, relayed(target)) {
        (None, _) => quote!(Alone),
        (Some(_), None) => quote!(HearsByName),
        (Some(_), Some(_)) => quote!(HearsRelayed),
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

/// What the leaf can return, and whether it takes time. Both follow from the type of the function that runs it, and
/// from `returns(...)`.
fn can(target: &Target, answer: &TokenStream) -> TokenStream {
    let context = target.context();
    let can = quote!(__bt::can::<Self, #context, _, #answer>(&__run));
    let can = match target.returns {
        None => can,
        Some(Returns { at, success, failure, running }) => {
            let declared =
                quote!(__bt::Can { succeed: #success, fail: #failure, run: #running, end_by_message: false });
            quote_spanned!(at=> __bt::Can::declared(#can, #declared))
        }
    };
    quote! {
        const CAN: __bt::Can = #can;
        const TAKES_TIME: __bt::bool = __bt::takes_time::<Self, #context, _, #answer>(&__run);
    }
}

/// Whether messages reach the leaf only through trees and enums that name their type.
fn hears_by_name(target: &Target) -> bool {
    target.message.is_some() && relayed(target).is_none()
}

fn must_hear(target: &Target) -> Option<TokenStream> {
    hears_by_name(target).then(|| {
        quote!(
            const MUST_HEAR: __bt::bool = true;
        )
    })
}

/// The facts of a leaf that takes messages, for trees that do not know its context.
fn hears(target: &Target) -> TokenStream {
    let this = target.this();
    let hearing = if hears_by_name(target) { quote!(having_to_hear) } else { quote!(hearing) };
    let (parameters, _, bounds) = target.generics.split_for_impl();
    quote! {
        impl #parameters #this #bounds {
            #[doc(hidden)]
            pub const __TREE: __bt::Facts = __bt::Facts::LEAF.#hearing();
        }
    }
}

/// Checks that a leaf whose attribute names no message has no `receive`: it would never be called.
fn has_no_receive(target: &Target) -> TokenStream {
    let (at, this) = (target.name.span(), target.this());
    let [hook, whose] = locals(target, ["receive", "__whose"]);
    let path = quote_spanned!(at=> <#this>::#hook);
    let this_leaf = quote_spanned!(Span::call_site().located_at(at)=> self);
    let check = quote_spanned!(at=> __bt::has_no_receive(#this_leaf, #whose));
    quote! {
        if false {
            use __bt::NoReceive as _;
            let #whose = __bt::Pair(#path, <Self as __bt::NoReceive>::#hook).__first_is();
            #check;
        }
    }
}

/// The function that contains the only call of the type's own `run`. Its return type shows what the leaf can return,
/// and whether it takes the remaining time.
fn run(target: &Target, answer: &TokenStream) -> TokenStream {
    let (at, this, context, error) = (target.name.span(), target.this(), target.context(), target.error());
    let (parameters, _, bounds) = target.implementation.split_for_impl();
    let [leaf, given, span, run, returned, sorted, time] =
        locals(target, ["__leaf", "__context", "__span", "run", "__returned", "__sorted", "__time"]);
    let sort = quote_spanned!(at=> __bt::IsHook::<#this, _, _, _>::sort(<#this>::#run));
    let receiver = receiver(target, &leaf);
    let value = match &target.value {
        Some(value) => quote!(__bt::Value<#value>),
        None => quote_spanned!(at=> __bt::AnyValue),
    };
    let ran = match &target.context {
        Some(Context::Any(..)) => quote_spanned!(at=> __bt::ran_for_any::<#this, #error, #value, _>(#returned)),
        _ => quote_spanned!(at=> __bt::ran::<#this, #context, #error, #value, _>(#returned)),
    };
    let ran = match target.returns {
        Some(_) => quote!(__bt::as_declared::<#this, #context, _, _, _>(#ran)),
        None => ran,
    };
    quote! {
        #[inline]
        fn __run #parameters (
            #leaf: &mut #this,
            #given: &mut #context,
            #span: &mut __bt::Span,
        ) -> impl __bt::Ran<#answer> #bounds {
            let (#sorted, #time) = #sort;
            let #returned = match #sorted {
                __bt::Sorted::Timeless(#run) => #run(#receiver, #given),
                __bt::Sorted::Timed(#run) => #run(#receiver, #given, #span),
            };
            __bt::ran_with(#ran, #time)
        }
    }
}
