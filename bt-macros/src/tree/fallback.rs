//! What a tree with mistakes still declares: the errors, and a type with all its methods, so that nothing that uses the
//! tree is an error, too.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::ast::Header;
use super::generate::{Bodies, Interface};
use super::source::{Code, Source};
use crate::error::Errors;

pub fn fallback(runtime: &TokenStream, header: &Header, source: Option<&Source>, errors: Errors) -> TokenStream {
    let errors = errors.into_tokens();
    let known = header.context.is_some();
    if !known && header.item.is_none() {
        return quote!({ #errors });
    }
    let empty = Source::default();
    let interface = Interface::new(runtime, header, source.unwrap_or(&empty));
    let leaves = source.filter(|_| known).map(|source| checked(runtime, &interface, source));
    let mistakes = quote!(const _: () = { #errors #leaves };);
    interface.items(&bodies(&interface), mistakes, TokenStream::new())
}

/// Names every leaf where its context is wanted, so that rustc reports those that are wrong in the same run.
fn checked(runtime: &TokenStream, interface: &Interface, source: &Source) -> TokenStream {
    let (context, generics) = (interface.context.ty(), interface.context.generics());
    let leaves = source.all().filter_map(|code| match code {
        Code::Made(made) if made.decorates => {
            let ty = &made.ty;
            Some(quote_spanned!(made.span=> #runtime::a_decorator::<#ty, #context>();))
        }
        Code::Made(made) => {
            let ty = &made.ty;
            Some(quote_spanned!(made.span=> let _ = <#ty as #runtime::Behavior<#context>>::CAN;))
        }
        _ => None,
    });
    quote!(fn leaves #generics(_: &#context) { #(#leaves)* })
}

fn bodies(interface: &Interface) -> Bodies {
    let broken = quote!(__bt::broken());
    let params = interface.params_value();
    Bodies {
        fields: quote!(),
        new: quote!(Self { #params }),
        tick: broken.clone(),
        abort: broken.clone(),
        reset: broken.clone(),
        is_running: quote!(false),
        active: broken.clone(),
        run_inside: broken.clone(),
        abort_inside: broken,
        tree: quote!((&[], 0)),
        docs: quote!(#[doc = "A tree with mistakes in it."]),
    }
}
