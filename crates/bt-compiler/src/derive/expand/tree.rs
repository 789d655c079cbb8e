//! The implementations of `GeneratedTree` and `HasMachine` for an enum. They apply if each variant is a tree, which
//! rustc checks where the enum is used as one.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{Generics, Lifetime, WherePredicate, parse_quote};

use super::variants::{by_variant, ends};
use crate::context::lifetimes;
use crate::derive::model::Variant;
use crate::derive::target::Target;
use crate::message::addressed;

/// Both implementations. Each method calls the same one of the active variant.
pub fn expand(target: &Target, variants: &[Variant]) -> TokenStream {
    let (generated_tree, has_machine) = (generated_tree(target, variants), has_machine(target, variants));
    let addressed = addressed_enum(target);
    quote!(#generated_tree #has_machine #addressed)
}

/// The implementation that does not depend on the context.
fn generated_tree(target: &Target, variants: &[Variant]) -> TokenStream {
    let (bt, this) = (&target.bt, target.this());
    let generics = with_bounds(&target.generics, variants.iter().map(|variant| Question::any(target, variant).bound()));
    let (parameters, _, bounds) = generics.split_for_impl();
    let call = |method: TokenStream| {
        by_variant(variants, |_, variant| {
            let variant = Question::any(target, variant).path();
            quote!(#bt::__private::GeneratedTree::#method(#variant::tree(__behavior)))
        })
    };
    let places: Vec<_> = variants
        .iter()
        .map(|variant| {
            let variant = Question::any(target, variant).path();
            quote!(<#variant::Tree as #bt::__private::GeneratedTree>::__PLACES)
        })
        .collect();
    let place = by_variant(variants, |index, variant| {
        let (before, variant) = (&places[..index], Question::any(target, variant).path());
        quote!(#(#before +)* #bt::__private::GeneratedTree::__place(#variant::tree(__behavior)))
    });
    let first_active = by_variant(variants, |_, variant| {
        let variant = Question::any(target, variant).path();
        quote!(#bt::__private::GeneratedTree::__first_active(#variant::tree(__behavior), __search))
    });
    let stand_in = by_variant(variants, |_, found| {
        let (Variant { name, member, .. }, variant) = (found, Question::any(target, found).path());
        let stand_in = quote!(#bt::__private::GeneratedTree::__stand_in(#variant::tree(__behavior)));
        quote!(Self::#name { #member: #variant::held(#stand_in) })
    });
    let facts = call(quote!(__facts));
    quote! {
        #[automatically_derived]
        impl #parameters #bt::__private::GeneratedTree for #this #bounds {
            const __FACTS: #bt::__private::Facts = Self::__TREE;
            const __PLACES: ::core::primitive::usize = 0 #(+ #places)*;

            fn __facts(&self) -> #bt::__private::Facts {
                #facts
            }

            #[inline]
            fn __place(&self) -> ::core::primitive::usize {
                #place
            }

            #[inline]
            fn __first_active(
                &self,
                __search: #bt::__private::Search<'_>,
            ) -> ::core::option::Option<::core::primitive::usize> {
                #first_active
            }

            #[inline]
            fn __stand_in(&self) -> Self {
                #stand_in
            }

            fn __is_whole(&self) -> ::core::primitive::bool {
                <#this>::__is_whole(self)
            }
        }
    }
}

/// Which messages it takes in a box.
fn addressed_enum(target: &Target) -> TokenStream {
    let (bt, this, message) = (&target.bt, target.this(), target.message.as_ref().map(ToTokens::to_token_stream));
    let (parameters, bounds) = (target.generics.params.iter(), &target.generics.where_clause);
    let (runtime, parameters) = (quote!(#bt::__private), quote!(#(#parameters,)*));
    addressed(&runtime, &parameters, &quote!(#bounds), &this, message.as_ref())
}

/// The implementation that depends on the context.
fn has_machine(target: &Target, variants: &[Variant]) -> TokenStream {
    let (bt, this, context, error) = (&target.bt, target.this(), target.context(), target.error());
    let asked = variants.iter().map(|variant| Question::for_context(target, variant).bound());
    let generics = with_bounds(&target.implementation, asked);
    let (parameters, _, bounds) = generics.split_for_impl();
    let answer = match &target.error {
        Some(error) => quote!(::core::result::Result<#bt::__private::Status, #error>),
        None => quote!(#bt::__private::Status),
    };
    let takes_time = variants.iter().map(|variant| {
        let variant = Question::for_context(target, variant).path();
        quote!(<#variant::TreeFor as #bt::__private::HasMachine<#context>>::TAKES_TIME)
    });
    let forward = quote!(#bt::__private::Forward::<#error>::forward);
    let answered = match &target.error {
        Some(_) => quote!(#forward),
        None => quote!(|__answer| #bt::__private::without_error(#forward(__answer))),
    };
    let enter = by_variant(variants, |_, variant| {
        let variant = Question::for_context(target, variant).path();
        let tree = quote!(#variant::tree_for_mut(__behavior));
        let done = quote!(#bt::__private::HasMachine::<#context>::enter(#tree, __context, __task));
        quote!(__Task::convert(#done, #answered))
    });
    let ask = |method: TokenStream| {
        by_variant(variants, |_, variant| {
            let variant = Question::for_context(target, variant).path();
            quote!(#bt::__private::HasMachine::<#context>::#method(#variant::tree_for(__behavior)))
        })
    };
    let (is_running, sleep) = (ask(quote!(is_running)), ask(quote!(sleep)));
    let reset = by_variant(variants, |_, variant| {
        let variant = Question::for_context(target, variant).path();
        quote!(#bt::__private::HasMachine::<#context>::reset(#variant::tree_for_mut(__behavior)))
    });
    let own_sleep = own_sleep(target, variants);
    quote! {
        #[automatically_derived]
        impl #parameters #bt::__private::HasMachine<#context> for #this #bounds {
            type Answer = #answer;

            const TAKES_TIME: ::core::primitive::bool = #bt::__private::any(&[#(#takes_time),*]);

            #[inline]
            fn enter<__Task: #bt::__private::Task>(
                &mut self,
                __context: &mut #context,
                __task: __Task,
            ) -> __Task::Done<#answer> {
                #enter
            }

            #[inline]
            fn reset(&mut self) {
                #reset
            }

            #[inline]
            fn is_running(&self) -> ::core::primitive::bool {
                #is_running
            }

            #[inline]
            fn sleep(&self) -> #bt::__private::Option<#bt::__private::Duration> {
                #sleep
            }
        }

        #own_sleep
    }
}

/// An inherent method of an enum of trees: both `Behavior` and `TreeFor` have a method `sleep`, so a call with both
/// traits in scope would be ambiguous. Not possible for a generic context.
fn own_sleep(target: &Target, variants: &[Variant]) -> Option<TokenStream> {
    if target.implementation.type_params().count() != target.generics.type_params().count() {
        return None;
    }
    let (bt, this) = (&target.bt, target.this());
    // The header does not name the context, so nothing says how its lifetimes relate: the bounds hold for all of them.
    let count = target.implementation.lifetimes().count() - target.generics.lifetimes().count();
    let lifetimes: Vec<_> = lifetimes(count).collect();
    let asked = variants.iter().map(|variant| Question::for_context(target, variant).for_all(&lifetimes));
    let generics = with_bounds(&target.generics, asked);
    let (parameters, _, bounds) = generics.split_for_impl();
    Some(quote! {
        #[automatically_derived]
        #[allow(dead_code)]
        impl #parameters #this #bounds {
            /// How long you can skip ticks without any effect, as long as you call no `send` or `abort`.
            #[inline]
            pub fn sleep(&self) -> #bt::__private::Option<#bt::__private::Duration> {
                #bt::__private::HasMachine::<_>::sleep(self)
            }
        }
    })
}

/// A bound of the implementations, by which rustc checks whether the type in a variant is a tree.
struct Question {
    /// The wrapper of the type.
    variant: TokenStream,
    is_tree: TokenStream,
}

impl Question {
    /// Whether it is a tree at all.
    fn any(target: &Target, Variant { behavior, .. }: &Variant) -> Self {
        let (bt, (at, _)) = (&target.bt, ends(behavior));
        let variant = quote_spanned!(at=> #bt::__private::Variant<'__tree, #behavior>);
        Question { variant, is_tree: quote_spanned!(at=> #bt::__private::IsTree<#behavior>) }
    }

    /// Whether it is a tree for the context, whose errors can pass through the enum.
    fn for_context(target: &Target, found: &Variant) -> Self {
        let (bt, context, error, behavior) = (&target.bt, target.context(), target.error(), &found.behavior);
        let is_tree = quote!(#bt::__private::IsTreeFor<#behavior, #context, #error>);
        Question { is_tree, ..Question::any(target, found) }
    }

    fn bound(&self) -> WherePredicate {
        self.for_all(&[])
    }

    fn for_all(&self, lifetimes: &[Lifetime]) -> WherePredicate {
        let Question { variant, is_tree } = self;
        parse_quote!(for<#(#lifetimes),*> #variant: #is_tree)
    }

    /// The path of an associated item of the result.
    fn path(&self) -> TokenStream {
        let Question { variant, is_tree } = self;
        quote!(<#variant as #is_tree>)
    }
}

/// The generics with the lifetime `'__tree` and these bounds.
fn with_bounds(generics: &Generics, asked: impl Iterator<Item = WherePredicate>) -> Generics {
    let (parameters, bounds) = (&generics.params, &generics.where_clause);
    let mut generics: Generics = parse_quote!(<'__tree, #parameters>);
    generics.where_clause = parse_quote!(#bounds);
    generics.make_where_clause().predicates.extend(asked);
    generics
}
