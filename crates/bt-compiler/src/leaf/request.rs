//! A leaf that makes a request at its start, and waits for the answer.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use super::model::{Leaf, Request, type_name};
use super::parts::{ByValue, call, for_context, marker, own_generics};

/// The fields of the type: the arguments with the request, and a marker for its type parameters.
pub fn fields(leaf: &Leaf) -> Option<TokenStream> {
    let bt = &leaf.bt;
    let request = leaf.request_type(&quote!(#bt::__private))?;
    let types = leaf.arguments().map(|(_, ty)| ty);
    let marker = marker(leaf).map(|_| {
        let types = own_generics(leaf).type_params().map(|param| param.ident.clone()).collect::<Vec<_>>();
        quote!(#bt::__private::PhantomData<fn() -> (#(#types,)*)>)
    });
    let generics = own_generics(leaf);
    let (_, _, bounds) = generics.split_for_impl();
    Some(quote!((#bt::__private::Asking<(#(#types,)*), #request>, #marker) #bounds))
}

/// The leaf with its arguments, which are variables.
pub fn made(leaf: &Leaf) -> Option<TokenStream> {
    leaf.request.as_ref()?;
    let names = leaf.arguments().map(|(name, _)| name);
    let marker = marker(leaf).map(|_| quote!(__bt::PhantomData));
    Some(quote!(Self(__bt::Asking::new((#(#names,)*)), #marker)))
}

/// The first run makes the request, each run polls it, and the end drops it.
pub fn behavior(leaf: &Leaf) -> TokenStream {
    let (name, own) = (type_name(&leaf.name), own_generics(leaf));
    let (_, arguments, _) = own.split_for_impl();
    let (implementation, context) = for_context(leaf);
    let (parameters, _, bounds) = implementation.split_for_impl();
    let (request, value) = (leaf.request_type(&quote!(__bt)), &leaf.value);
    // At one span, so that an answer that does not fit is one error.
    let at = Span::call_site().located_at(leaf.output_span);
    let answer = quote_spanned!(at=> __bt::AnswerOf<#request, #value>);
    let call = call(leaf, "__arguments", ByValue::Cloned);
    let asked = match leaf.request {
        // At this span, rustc reports that the future is not `Send`.
        Some(Request::Future) => quote_spanned!(leaf.name.span()=> __bt::Request::future(#call)),
        _ => call,
    };
    let run = quote_spanned! {at=>
        #[inline]
        fn run(&mut self, __context: &mut #context) -> #answer {
            __bt::Answered::<#value>::__answer(self.0.poll(|__arguments| #asked))
        }
    };
    quote! {
        #[automatically_derived]
        #[allow(unused_qualifications, unused_variables)]
        impl #parameters __bt::Behavior<#context> for #name #arguments #bounds {
            type Answer = #answer;
            #run
            #[inline]
            fn finish(&mut self, _: &mut #context, _: __bt::Outcome) {
                self.0.end();
            }
            #[inline]
            fn sleep(&self) -> __bt::Option<__bt::Duration> {
                self.0.sleep()
            }
        }
    }
}
