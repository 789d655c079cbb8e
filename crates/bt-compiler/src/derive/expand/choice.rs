//! The implementation for an enum: each hook calls the same hook of the active variant.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse_quote;

use super::message::relayed;
use super::variants::{by_variant, ends};
use crate::context::with_static_lifetimes;
use crate::derive::model::{Context, Variant};
use crate::derive::target::Target;
use crate::facts;
use crate::tokens::{mentions, type_text};

/// The implementation for an enum.
pub fn expand(target: &mut Target, variants: &[Variant]) -> TokenStream {
    require(target, variants);
    let (facts, behavior) = (facts(target, variants), behavior(target, variants));
    // A tree in a variant returns its status, since an enum with a value is a leaf.
    let tree = target.value.is_none().then(|| super::tree::expand(target, variants));
    let produces = target.produces();
    quote!(#facts #behavior #tree #produces)
}

/// Adds a bound for each variant whose type names a type parameter: whether such a variant is a behavior is only known
/// where the enum is used.
fn require(target: &mut Target, variants: &[Variant]) {
    let (bt, context, error) = (&target.attributes.bt, target.context(), target.error());
    let as_behavior = quote!(#bt::__private::Behavior<#context>);
    let parameters: Vec<_> = target.generics.type_params().map(|parameter| &parameter.ident).collect();
    for Variant { behavior, .. } in variants {
        if mentions(behavior.to_token_stream(), &parameters) {
            let bounds = &mut target.implementation.make_where_clause().predicates;
            let answer = quote!(<#behavior as #as_behavior>::Answer);
            bounds.push(parse_quote!(#behavior: #as_behavior));
            bounds.push(parse_quote!(#behavior: #bt::__private::Node<#context, Answer = #answer>));
            bounds.push(parse_quote!(#answer: #bt::__private::Forward<#error>));
        }
    }
}

/// The constant facts that a tree reads from a leaf. An enum has no visible nodes, since its variant is not known at
/// compile time. It has the kept cells of all its variants, one after the other.
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
    let shape = Literal::u64_unsuffixed(shape);
    let (leaf_types, entries) = (facts::type_numbers((1..).take(variants.len())), variants.len() + 1);
    let is_whole = by_variant(variants, |_, _| quote!(__behavior.__is_whole()));
    let behaviors = variants.iter().map(|Variant { behavior, .. }| behavior);
    quote! {
        impl #parameters #this #bounds {
            #[doc(hidden)]
            pub const __TREE: #bt::__private::Facts = {
                use #bt::__private::NotATree as _;
                #bt::__private::Facts::choice(#lines, #leaf_types, &[#(<#behaviors>::__TREE),*]).shaped(#shape)
            };

            #[doc(hidden)]
            #[allow(unused_imports)]
            pub fn __is_whole(&self) -> ::core::primitive::bool {
                use #bt::__private::NotATree as _;
                #is_whole
            }

            const __OFFSETS: [::core::primitive::usize; #entries] = #bt::__private::offsets(0, Self::__TREE);
        }
    }
}

fn behavior(target: &Target, variants: &[Variant]) -> TokenStream {
    let (bt, this, context) = (&target.bt, target.this(), target.context());
    let answer = target.answer(quote!(Choice));
    let (parameters, _, bounds) = target.implementation.split_for_impl();
    let known: Vec<_> = variants.iter().map(|variant| member(target, variant, "KNOWN")).collect();
    let hook = |name, arguments: TokenStream| {
        by_variant(variants, |_, variant| call(target, variant, name, arguments.clone()))
    };
    let sleep = hook("hook_sleep", quote!(__behavior));
    let start = by_variant(variants, |_, variant| {
        forward(target, variant, "forward_start", "hook_start", quote!(__behavior, __context))
    });
    let started = target.started();
    let finish = hook("hook_finish", quote!(__behavior, __context, __outcome));
    let run_for = target.answer_with(by_variant(variants, |_, variant| {
        forward(target, variant, answer_of(target), "hook_run_for", quote!(__behavior, __context, __span))
    }));
    let (chosen, must_hear) = (chosen(target, variants, &answer), must_hear(target, variants));
    let checked = checked(target, variants);
    quote! {
        use #bt::__private::{
            Behavior as __Behavior, Forward as __Forward, ForwardValue as __ForwardValue, Node as __Node,
        };

        #[automatically_derived]
        impl #parameters __Behavior<#context> for #this #bounds {
            type Answer = #answer;

            const CAN: #bt::__private::Can = #bt::__private::Can::NOTHING #(.or(#known.can))*;

            const TAKES_TIME: ::core::primitive::bool = #bt::__private::timed(&[#(#known),*]);

            const MUST_HEAR: ::core::primitive::bool = #must_hear;

            #[inline]
            fn start(&mut self, __context: &mut #context) {
                #bt::__private::start_alone(<Self as __Behavior<#context>>::try_start(self, __context));
            }

            #[inline]
            fn try_start(&mut self, __context: &mut #context) -> #started {
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
        }

        #chosen
        #checked
    }
}

/// Whether the enum names a message that borrows or is unsized. If its variants are only known where it is used, they
/// are checked there.
fn must_hear(target: &Target, variants: &[Variant]) -> TokenStream {
    let hears = names_borrowed(target);
    match lasting_context(target) {
        Some(_) => quote!(#hears),
        None => {
            let checks = all_are_reached(target, variants);
            quote!({ #checks #hears })
        }
    }
}

/// Checks the variants where the enum is declared, if their types are known there.
fn checked(target: &Target, variants: &[Variant]) -> Option<TokenStream> {
    lasting_context(target)?;
    let checks = with_static_lifetimes(all_are_reached(target, variants));
    Some(quote!(const _: () = { #checks };))
}

fn names_borrowed(target: &Target) -> bool {
    target.message.is_some() && relayed(target).is_none()
}

/// The context, if it is a type and the enum has no generics.
fn lasting_context(target: &Target) -> Option<&TokenStream> {
    match target.context.as_ref()? {
        Context::Owned(context) | Context::Borrowing(context, _) if target.generics.params.is_empty() => Some(context),
        _ => None,
    }
}

/// Some messages reach a variant only if the enum and the variant name their type: those that borrow or are unsized,
/// and those of a handwritten leaf that says so. A variant that they cannot reach is an error.
fn all_are_reached(target: &Target, variants: &[Variant]) -> TokenStream {
    let bt = &target.bt;
    let checks = variants.iter().map(|variant| {
        let (behavior, (start, end)) = (&variant.behavior, ends(&variant.behavior));
        let shown = type_text(&behavior.to_token_stream());
        let message = target.message.as_ref().map(|message| type_text(&message.to_token_stream()));
        let lost = format!("messages do not reach `{shown}` through this enum");
        let (reached, why) = match message {
            None => {
                let known = member(target, variant, "KNOWN");
                (quote!(!#known.must_hear), format!("{lost}: name their type in its attribute, `message = TYPE`"))
            }
            Some(message) if names_borrowed(target) => (
                quote!(!<#behavior>::__TREE.relays()),
                format!("the leaves of `{shown}` do not receive `{message}`: write `on {message}` in its header"),
            ),
            Some(message) => (quote!(!<#behavior>::__TREE.is_deaf()), format!("{lost}, which names `{message}`")),
        };
        let need = Ident::new("__need", start);
        quote_spanned!(end=> #need(#reached, #why);)
    });
    quote! {
        #[allow(unused_imports)]
        use #bt::__private::{NotATree as _, Node as __Node, need as __need};
        #(#checks)*
    }
}

/// How a tree calls the active variant.
fn chosen(target: &Target, variants: &[Variant], answer: &TokenStream) -> TokenStream {
    let (bt, this, context) = (&target.bt, target.this(), target.context());
    let (parameters, _, bounds) = target.implementation.split_for_impl();
    let run = target.answer_with(by_variant(variants, |index, variant| {
        forward(target, variant, answer_of(target), "run_at", quote!(__behavior, #index, __context, __inputs))
    }));
    let finish = by_variant(variants, |index, variant| {
        call(target, variant, "finish_at", quote!(__behavior, #index, __context, __inputs, __outcome))
    });
    let relay = relay(target, variants);
    quote! {
        #[automatically_derived]
        impl #parameters #bt::__private::Chosen<#context> for #this #bounds {
            #[inline]
            fn run_chosen<__Watch: #bt::__private::Watch>(
                &mut self,
                __node: ::core::primitive::usize,
                __context: &mut #context,
                __inputs: &mut #bt::__private::TickInputs<'_, __Watch>,
            ) -> #answer {
                __inputs.inside(__node, &Self::__OFFSETS, |__inputs| #run)
            }

            #[inline]
            fn finish_chosen<__Watch: #bt::__private::Watch>(
                &mut self,
                __node: ::core::primitive::usize,
                __context: &mut #context,
                __inputs: &mut #bt::__private::TickInputs<'_, __Watch>,
                __outcome: #bt::__private::Outcome,
            ) {
                __inputs.inside(__node, &Self::__OFFSETS, |__inputs| #finish);
            }

            #[inline]
            fn relay_chosen<__Message: #bt::__private::Any, __Watch: #bt::__private::Watch>(
                &mut self,
                __node: ::core::primitive::usize,
                __context: &mut #context,
                __inputs: &mut #bt::__private::TickInputs<'_, __Watch>,
                __message: &__Message,
            ) -> #bt::__private::Status {
                #relay
            }
        }
    }
}

/// A message from a tree whose header names no message type. An enum that names a message takes that type. Any other
/// enum passes all messages on to its active variant. So does a generic one, since it is not known here whether a type
/// parameter takes messages.
fn relay(target: &Target, variants: &[Variant]) -> TokenStream {
    let bt = &target.bt;
    let is_generic = target.generics.type_params().next().is_some();
    match relayed(target).filter(|_| !is_generic) {
        Some(message) => quote! {
            match (__message as &dyn #bt::__private::Any).downcast_ref::<#message>() {
                #bt::__private::Some(__message) => {
                    #bt::__private::ReceiveInside::receive_inside(self, __node, __context, __inputs, __message)
                }
                #bt::__private::None => #bt::__private::Status::Running,
            }
        },
        None => {
            let inside = by_variant(variants, |index, variant| {
                call(target, variant, "relay", quote!(__behavior, #index, __context, __inputs, __message))
            });
            quote!(__inputs.inside(__node, &Self::__OFFSETS, |__inputs| #inside))
        }
    }
}

/// The method that turns the answer of a variant into that of the enum.
fn answer_of(target: &Target) -> &'static str {
    if target.value.is_some() { "forward_value" } else { "forward" }
}

/// Calls a hook of a variant, and turns what it returns into a `Result` with the error of the enum.
fn forward(target: &Target, variant: &Variant, with: &str, hook: &str, arguments: TokenStream) -> TokenStream {
    let (error, run, (start, end)) = (target.error(), call(target, variant, hook, arguments), ends(&variant.behavior));
    let with = Ident::new(with, start);
    let forward = match &target.value {
        Some(value) => quote_spanned!(start=> __ForwardValue::<#error, #value>::#with),
        None => quote_spanned!(start=> __Forward::<#error>::#with),
    };
    quote_spanned!(end=> #forward(#run))
}

/// Calls a hook of a variant's behavior.
fn call(target: &Target, variant: &Variant, hook: &str, arguments: TokenStream) -> TokenStream {
    let (method, (_, end)) = (member(target, variant, hook), ends(&variant.behavior));
    quote_spanned!(end=> #method(#arguments))
}

/// A member of the trait of nodes, for the behavior of a variant.
pub fn member(target: &Target, variant: &Variant, name: &str) -> TokenStream {
    let (context, behavior, (start, end)) = (target.context(), &variant.behavior, ends(&variant.behavior));
    let (open, name) = (quote_spanned!(start=> <), Ident::new(name, end));
    quote_spanned!(end=> #open #behavior as __Node<#context>>::#name)
}
