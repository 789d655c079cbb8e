//! A struct: its own methods are its hooks.
//!
//! Where they do not fit, rustc says so at the tokens that call them. Those have the span of the type's name, and none
//! is written twice: so each mistake is one error, and it stands at the name. All other tokens have the span of the
//! derive. The parentheses of the calls do, too, or rustc would propose to cut arguments out of the name.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{GenericParam, Generics};

use super::expand::Target;
use super::parse::{Context, Returns};

/// The implementation for a struct.
///
/// The trait is in scope, so that the name of a hook means the type's own method, or else the trait's.
pub fn expand(target: &Target) -> TokenStream {
    let (bt, behavior, run) = (&target.bt, behavior(target), run(target));
    quote! {
        use #bt::private::{Behavior as _, Strange as _, Timed as _, Timeless as _, done as __done, receiver as __receiver};
        #behavior
        #run
    }
}

fn behavior(target: &Target) -> TokenStream {
    let (bt, this, context, error, answer) =
        (&target.bt, target.this(), target.context(), target.error(), target.answer());
    let (parameters, _, bounds) = target.implementation.split_for_impl();
    let [given, span, outcome] = locals(target, ["__context", "__span", "__outcome"]);
    let start = optional(target, "start", quote!(#given));
    let result = quote!(#bt::private::answer::<#this, #error>(__run(self, #given, #span)));
    let run = target.answer_with(match target.returns {
        Some(_) => quote!(#bt::private::as_declared::<Self, #context, #error>(#result)),
        None => result,
    });
    let declared = target.returns.map(|returns| declared(target, returns));
    let finish = optional(target, "finish", quote!(#given, #outcome));
    quote! {
        #[automatically_derived]
        impl #parameters #bt::private::Behavior<#context> for #this #bounds {
            type Answer = #answer;

            const CAN: #bt::private::Can = #bt::private::can::<Self, #context, _, #error>(&__run)#declared;

            #[inline]
            fn start(&mut self, #given: &mut #context) {
                #start
            }

            #[inline]
            fn run(&mut self, #given: &mut #context) -> #answer {
                #bt::private::Behavior::<#context>::run_for(self, #given, &mut #bt::private::Span::of(#bt::private::Duration::ZERO))
            }

            #[inline]
            fn run_for(&mut self, #given: &mut #context, #span: &mut #bt::private::Span) -> #answer {
                #run
            }

            #[inline]
            fn finish(&mut self, #given: &mut #context, #outcome: #bt::private::Outcome) {
                #finish
            }
        }
    }
}

/// What the attribute leaves of what the return type allows.
fn declared(target: &Target, returns: Returns) -> TokenStream {
    let (bt, Returns { success, failure, running, .. }) = (&target.bt, returns);
    quote!(.and(#bt::private::Can { succeed: #success, fail: #failure, run: #running }))
}

/// The one place that calls the type's own `run`; the type that it returns tells what it can answer.
fn run(target: &Target) -> TokenStream {
    let (bt, at, this, context, answer) =
        (&target.bt, target.name.span(), target.this(), target.context(), own_answer(target));
    let (parameters, _, bounds) = target.implementation.split_for_impl();
    let [leaf, given, span, run] = locals(target, ["__leaf", "__context", "__span", "run"]);
    let [timed, without, with, returned] = locals(target, ["__timed", "__without", "__with", "__returned"]);
    let sort = quote_spanned!(at=> #bt::private::Run::<#this, _>::new(<#this>::#run).__sort);
    let receiver = quote_spanned!(Span::call_site().located_at(at)=> __receiver(#leaf));
    quote! {
        #[inline(always)]
        fn __run #parameters(
            #leaf: &mut #this,
            #given: &mut #context,
            #span: &mut #bt::private::Span,
        ) -> #answer #bounds {
            let (#timed, #without, #with) = #sort();
            let #returned = if #timed {
                #with(#receiver, #given, #span)
            } else {
                #without(#receiver, #given)
            };
            #returned
        }
    }
}

/// What the type's own `run` returns, as far as it is asked.
fn own_answer(target: &Target) -> TokenStream {
    let (bt, at, this, context, error) =
        (&target.bt, target.name.span(), target.this(), target.context(), target.error());
    let captured = captured(&target.implementation);
    let own = match &target.context {
        Some(Context::Any(..)) => quote_spanned!(at=> #bt::private::IsOwnForAny<#this>),
        _ => quote_spanned!(at=> #bt::private::IsOwn<#this, #context>),
    };
    quote_spanned! {at=>
        impl #bt::private::Returns<
            #this,
            #error,
            Run: #own,
            Error: #bt::private::IsError<#error>,
        > + use<#(#captured),*>
    }
}

/// Calls the type's own method, if it has one.
///
/// Without one the path means the method of the trait, which is the one that is being written here.
fn optional(target: &Target, hook: &str, arguments: TokenStream) -> TokenStream {
    let (bt, at, this, context) = (&target.bt, target.name.span(), target.this(), target.context());
    let [hook, own, returned] = locals(target, [hook, "__own", "__returned"]);
    let path = quote_spanned!(at=> <#this>::#hook);
    // rustc proposes no changes to what comes of a macro: here they would hide what is wrong.
    let receiver = quote_spanned!(Span::call_site().located_at(at)=> __receiver(self));
    let done = quote_spanned!(at=> __done(#returned));
    quote! {
        use #bt::private::Differ as _;
        let #own = #path;
        if !#bt::private::pair(&#own, &<Self as #bt::private::Behavior<#context>>::#hook).__same() {
            let #returned = #own(#receiver, #arguments);
            #done
        }
    }
}

/// Names at the name of the type. All of one name have to come from here, in case a `macro_rules!` wrote the type.
pub fn locals<const COUNT: usize>(target: &Target, names: [&str; COUNT]) -> [Ident; COUNT] {
    names.map(|name| Ident::new(name, target.name.span()))
}

/// The parameters that the opaque type has to name.
fn captured(generics: &Generics) -> impl Iterator<Item = TokenStream> {
    generics.params.iter().map(|parameter| match parameter {
        GenericParam::Lifetime(parameter) => parameter.lifetime.to_token_stream(),
        GenericParam::Type(parameter) => parameter.ident.to_token_stream(),
        GenericParam::Const(parameter) => parameter.ident.to_token_stream(),
    })
}
