//! The implementation for an enum: each hook calls the same hook of the active variant.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse_quote;

use super::message::overhear;
use super::variants::{by_variant, ends};
use crate::derive::model::Variant;
use crate::derive::target::Target;
use crate::facts;
use crate::tokens::mentions;

/// The implementation for an enum.
pub fn expand(target: &mut Target, variants: &[Variant]) -> TokenStream {
    require(target, variants);
    let (facts, behavior) = (facts(target, variants), behavior(target, variants));
    // A tree in a variant answers with its status: an enum with a value is a leaf.
    let tree = target.value.is_none().then(|| super::tree::expand(target, variants));
    let produces = target.produces();
    quote!(#facts #behavior #tree #produces)
}

/// Adds a bound for each variant whose type names a type parameter: whether it is a behavior is known only where the
/// enum is used.
fn require(target: &mut Target, variants: &[Variant]) {
    let (bt, context, error) = (&target.bt, target.context(), target.error());
    let as_behavior = quote!(#bt::__private::Behavior<#context>);
    let parameters: Vec<_> = target.generics.type_params().map(|parameter| &parameter.ident).collect();
    for Variant { behavior, .. } in variants {
        if mentions(behavior.to_token_stream(), &parameters) {
            let bounds = target.implementation.make_where_clause();
            bounds.predicates.push(parse_quote!(#behavior: #as_behavior));
            bounds.predicates.push(parse_quote!(<#behavior as #as_behavior>::Answer: #bt::__private::Forward<#error>));
        }
    }
}

/// The constant facts that a tree reads from a leaf. An enum shows no nodes of its own, since its variant is not known
/// at compile time. It has the kept cells of all its variants, one after the other.
fn facts(target: &Target, variants: &[Variant]) -> TokenStream {
    let (bt, this) = (&target.bt, target.this());
    let (parameters, _, bounds) = target.generics.split_for_impl();
    let lines: String = variants
        .iter()
        .map(|Variant { name, .. }| facts::line(0, "Leaf", &name.to_string(), (0, 0), "", "") + "\n")
        .collect();
    let shape = facts::shape(variants.iter().map(|Variant { name, behavior, .. }| {
        format!("{name} {}", facts::squeezed(&behavior.to_token_stream().to_string()))
    }));
    let (stands, entries) = (facts::stands((1..).take(variants.len())), variants.len() + 1);
    let behaviors = variants.iter().map(|Variant { behavior, .. }| behavior);
    quote! {
        impl #parameters #this #bounds {
            #[doc(hidden)]
            pub const __TREE: #bt::__private::Facts = {
                use #bt::__private::NotATree as _;
                #bt::__private::Facts::choice(#lines, #stands, &[#(<#behaviors>::__TREE),*]).shaped(#shape)
            };
            const __OFFSETS: [::core::primitive::usize; #entries] = #bt::__private::offsets(0, Self::__TREE);
        }
    }
}

fn behavior(target: &Target, variants: &[Variant]) -> TokenStream {
    let (bt, this, context, answer) = (&target.bt, target.this(), target.context(), target.answer());
    let (parameters, _, bounds) = target.implementation.split_for_impl();
    let cans = variants.iter().map(|variant| member(target, variant, "CAN"));
    let takes_time = variants.iter().map(|variant| member(target, variant, "TAKES_TIME"));
    let start = by_variant(variants, |_, variant| call(target, variant, "start", quote!(__behavior, __context)));
    let run_for =
        by_variant(variants, |_, variant| forward(target, variant, "run_for", quote!(__behavior, __context, __span)));
    let finish =
        by_variant(variants, |_, variant| call(target, variant, "finish", quote!(__behavior, __context, __outcome)));
    let run_inside = by_variant(variants, |index, variant| {
        forward(target, variant, "__run", quote!(__behavior, #index, __context, __inputs))
    });
    let finish_inside = by_variant(variants, |index, variant| {
        call(target, variant, "__finish", quote!(__behavior, #index, __context, __inputs, __outcome))
    });
    let sleep = by_variant(variants, |_, variant| call(target, variant, "sleep", quote!(__behavior)));
    // Whether a type parameter takes messages is not known here.
    let own = target.generics.type_params().next().is_none().then(|| overhear(target)).flatten();
    let overhear = own.unwrap_or_else(|| overhear_by_variant(target, variants));
    let [run_for, run_inside] = [run_for, run_inside].map(|run| target.answer_with(run));
    quote! {
        use #bt::__private::{Behavior as __Behavior, Forward as __Forward, ForwardValue as __ForwardValue};

        #[automatically_derived]
        impl #parameters __Behavior<#context> for #this #bounds {
            type Answer = #answer;

            const CAN: #bt::__private::Can = #bt::__private::Can::NOTHING #(.or(#cans))*;

            const TAKES_TIME: ::core::primitive::bool = #bt::__private::any(&[#(#takes_time),*]);

            #[inline]
            fn start(&mut self, __context: &mut #context) {
                #start
            }

            #[inline]
            fn run(&mut self, __context: &mut #context) -> #answer {
                #bt::__private::instant(self, __context)
            }

            #[inline]
            fn run_for(&mut self, __context: &mut #context, __span: &mut #bt::__private::Span) -> #answer {
                #run_for
            }

            #[inline]
            fn finish(&mut self, __context: &mut #context, __outcome: #bt::__private::Outcome) {
                #finish
            }

            #[inline]
            fn sleep(&self) -> #bt::__private::Option<#bt::__private::Duration> {
                #sleep
            }

            #[inline]
            fn __run<__Watch: #bt::__private::Watch>(
                &mut self,
                __node: ::core::primitive::usize,
                __context: &mut #context,
                __inputs: &mut #bt::__private::TickInputs<'_, __Watch>,
            ) -> #answer {
                __inputs.inside(__node, &Self::__OFFSETS, |__inputs| #run_inside)
            }

            #[inline]
            fn __finish<__Watch: #bt::__private::Watch>(
                &mut self,
                __node: ::core::primitive::usize,
                __context: &mut #context,
                __inputs: &mut #bt::__private::TickInputs<'_, __Watch>,
                __outcome: #bt::__private::Outcome,
            ) {
                __inputs.inside(__node, &Self::__OFFSETS, |__inputs| #finish_inside);
            }

            #overhear
        }
    }
}

/// An enum without messages of its own hands those that come on to its active variant.
fn overhear_by_variant(target: &Target, variants: &[Variant]) -> TokenStream {
    let (bt, context) = (&target.bt, target.context());
    let inside = by_variant(variants, |index, variant| {
        call(target, variant, "__overhear", quote!(__behavior, #index, __context, __inputs, __message))
    });
    quote! {
        #[inline]
        fn __overhear<__Message: #bt::__private::Any, __Watch: #bt::__private::Watch>(
            &mut self,
            __node: ::core::primitive::usize,
            __context: &mut #context,
            __inputs: &mut #bt::__private::TickInputs<'_, __Watch>,
            __message: &__Message,
        ) -> #bt::__private::Status {
            __inputs.inside(__node, &Self::__OFFSETS, |__inputs| #inside)
        }
    }
}

/// Calls a variant's `run`, and turns its answer into a `Result` with the error of the enum.
fn forward(target: &Target, variant: &Variant, run: &str, arguments: TokenStream) -> TokenStream {
    let (error, run, (start, end)) = (target.error(), call(target, variant, run, arguments), ends(&variant.behavior));
    let forward = match &target.value {
        Some(value) => quote_spanned!(start=> __ForwardValue::<#error, #value>::forward_value),
        None => quote_spanned!(start=> __Forward::<#error>::forward),
    };
    quote_spanned!(end=> #forward(#run))
}

/// Calls a hook of a variant's behavior.
fn call(target: &Target, variant: &Variant, hook: &str, arguments: TokenStream) -> TokenStream {
    let (method, (_, end)) = (member(target, variant, hook), ends(&variant.behavior));
    quote_spanned!(end=> #method(#arguments))
}

/// A member of the trait, for the behavior of a variant.
pub fn member(target: &Target, variant: &Variant, name: &str) -> TokenStream {
    let (context, behavior, (start, end)) = (target.context(), &variant.behavior, ends(&variant.behavior));
    let (open, name) = (quote_spanned!(start=> <), Ident::new(name, end));
    quote_spanned!(end=> #open #behavior as __Behavior<#context>>::#name)
}
