//! The implementation of `Receive`, for a type whose attribute names a message.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Generics, Type, TypePath, parse_quote};

use super::hook::locals;
use super::variants::{by_variant, ends};
use crate::context::message_with_lifetimes;
use crate::derive::model::{Shape, Variant};
use crate::derive::target::Target;
use crate::message::{is_relayed, others};
use crate::tokens::mentions;

/// The implementation of `Receive`, if the type names a message.
pub fn expand(target: &Target, shape: &Shape) -> Option<TokenStream> {
    let (message, lifetimes) = message_with_lifetimes(target.message.as_ref()?.to_token_stream());
    let (given, bounds) = (&target.implementation.params, &target.implementation.where_clause);
    let mut generics: Generics = parse_quote!(<#(#lifetimes,)* #given>);
    generics.where_clause = parse_quote!(#bounds);
    Some(match shape {
        Shape::Leaf { .. } => leaf(target, &generics, &message),
        Shape::Choice(variants) => choice(target, &generics, &message, variants),
    })
}

/// For a struct: calls its own `receive`. The spans follow the same rules as in `hook`.
fn leaf(target: &Target, generics: &Generics, message: &TokenStream) -> TokenStream {
    let (bt, at, this, context) = (&target.bt, target.name.span(), target.this(), target.context());
    let (parameters, _, bounds) = generics.split_for_impl();
    let [given, sent, hook, own, whose, returned] =
        locals(target, ["__context", "__message", "receive", "__own", "__whose", "__returned"]);
    let path = quote_spanned!(at=> <#this>::#hook);
    let trait_path = quote!(<Self as #bt::__private::Receive<#context, #message>>::#hook);
    let located = Span::call_site().located_at(at);
    let (this_leaf, receiver) =
        (quote_spanned!(located=> self), quote_spanned!(located=> __bt::Lend::__as_receiver(self)));
    let has_receive = quote_spanned!(at=> __bt::has_receive(#this_leaf, #sent, #whose));
    let reply = match target.value {
        Some(_) => quote_spanned!(at=> __bt::reply_of_value(#returned)),
        None => quote_spanned!(at=> __bt::reply(#returned)),
    };
    let reply = match target.returns {
        Some(_) => quote!(#bt::__private::reply_as_declared::<Self, #context>(#reply)),
        None => reply,
    };
    quote! {
        use #bt::__private::Receive as _;

        #[automatically_derived]
        impl #parameters #bt::__private::Receive<#context, #message> for #this #bounds {
            #[inline]
            fn receive(&mut self, #given: &mut #context, #sent: &#message) -> #bt::__private::Status {
                let #own = #path;
                let #whose = #bt::__private::Pair(#own, #trait_path).__first_is();
                #has_receive;
                let #returned = #own(#receiver, #given, #sent);
                #reply
            }
        }
    }
}

/// For an enum: passes the message to the active variant. A variant that takes no messages ignores it.
fn choice(target: &Target, generics: &Generics, message: &TokenStream, variants: &[Variant]) -> TokenStream {
    let (bt, this, context, bounds) = (&target.bt, target.this(), target.context(), bounds(target, message, variants));
    let (parameters, ..) = generics.split_for_impl();
    let others = others(message);
    let receive =
        by_variant(variants, |_, variant| deliver(target, variant, quote!(__context), quote!(receive(__context))));
    let receive_inside = by_variant(variants, |index, variant| {
        deliver(target, variant, quote!(__context), quote!(receive_inside(#index, __context, __inputs)))
    });
    quote! {
        use #bt::__private::{Hears as _, Mishears as _, #others as _};

        #[automatically_derived]
        impl #parameters #bt::__private::Receive<#context, #message> for #this #bounds {
            #[inline]
            fn receive(&mut self, __context: &mut #context, __message: &#message) -> #bt::__private::Status {
                #receive
            }
        }

        #[automatically_derived]
        impl #parameters #bt::__private::ReceiveInside<#context, #message> for #this #bounds {
            #[inline]
            fn receive_inside<__Watch: #bt::__private::Watch>(
                &mut self,
                __node: ::core::primitive::usize,
                __context: &mut #context,
                __inputs: &mut #bt::__private::TickInputs<'_, __Watch>,
                __message: &#message,
            ) -> #bt::__private::Status {
                __inputs.inside(__node, &Self::__OFFSETS, |__inputs| #receive_inside)
            }
        }
    }
}

/// The message type, if trees whose header does not name it also pass it on.
pub fn relayed(target: &Target) -> Option<&Type> {
    let message = target.message.as_ref()?;
    let tokens = message.to_token_stream();
    let parameters: Vec<_> = target.generics.type_params().map(|parameter| &parameter.ident).collect();
    (is_relayed(&tokens) && !mentions(tokens, &parameters)).then_some(message)
}

/// Adds a bound for each variant that is a type parameter: only a bound says that it takes the message.
fn bounds(target: &Target, message: &TokenStream, variants: &[Variant]) -> TokenStream {
    let (bt, context) = (&target.bt, target.context());
    let given = target.implementation.where_clause.as_ref().map(|given| given.predicates.iter());
    let given = given.into_iter().flatten();
    let asked = variants.iter().map(|variant| &variant.behavior).filter(|behavior| is_parameter(target, behavior));
    quote!(where #(#given,)* #(#asked: #bt::__private::ReceiveAt<#context, #message>,)*)
}

fn is_parameter(target: &Target, behavior: &Type) -> bool {
    let Type::Path(TypePath { qself: None, path }) = behavior else { return false };
    target.generics.type_params().any(|parameter| path.is_ident(&parameter.ident))
}

/// Passes the message on to the behavior of a variant.
fn deliver(target: &Target, variant: &Variant, context: TokenStream, call: TokenStream) -> TokenStream {
    let (bt, (_, end)) = (&target.bt, ends(&variant.behavior));
    let listener = Ident::new("__listener", end);
    quote!(#bt::__private::Deliver::new(__behavior, &*#context, __message).#listener().#call)
}
