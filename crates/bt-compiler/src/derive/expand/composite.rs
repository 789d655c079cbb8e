//! The implementation of `Composite`: the type's own methods are its hooks; `first` and `after` are required.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::hook::{locals, optional, receiver};
use crate::derive::model::Returns;
use crate::derive::target::Target;

/// The implementation.
///
/// The trait is in scope, so that the name of a hook means the type's own method, or the trait's if there is none.
pub fn expand(target: &Target) -> TokenStream {
    let (bt, this, context, choice) = (&target.bt, target.this(), target.context(), target.choice());
    let (parameters, _, bounds) = target.implementation.split_for_impl();
    let [given, outcome] = locals(target, ["__context", "__outcome"]);
    let [children, child, ended, active] = locals(target, ["__children", "__child", "__ended", "__active"]);
    let composite = quote!(__bt::Composite<#context, #choice>);
    let can = can(target);
    let (start, look) = (start(target, &composite), look(target, &composite, &choice));
    let first = required(target, &composite, "first", "has_first", quote!(#given, #children));
    let after = required(target, &composite, "after", "has_after", quote!(#given, #child, #ended));
    let finish = optional(target, &composite, "finish", quote!(#given, #outcome));
    quote! {
        use #bt::__private::{self as __bt, Composite as _, Differ as _};

        #look

        #[automatically_derived]
        impl #parameters #composite for #this #bounds {
            #can
            const LOOKS: __bt::bool = __bt::looks::<Self, #context, _, _>(&__look);

            #[inline]
            fn start(&mut self, #given: &mut #context) -> <#choice as __bt::NextChoice>::Start {
                #start
            }

            #[inline]
            fn first(&mut self, #given: &mut #context, #children: __bt::usize) -> #choice {
                #first
            }

            #[inline]
            fn after(
                &mut self,
                #given: &mut #context,
                #child: __bt::usize,
                #ended: __bt::Status,
            ) -> #choice {
                #after
            }

            #[inline]
            fn look(&mut self, #given: &mut #context, #active: __bt::usize) -> <#choice as __bt::NextChoice>::Look {
                __look(self, #given, #active).0
            }

            #[inline]
            fn finish(&mut self, #given: &mut #context, #outcome: __bt::Outcome) {
                #finish
            }
        }
    }
}

/// What `returns(..)` declares. Whether the node can be running depends on its children.
fn can(target: &Target) -> Option<TokenStream> {
    let Returns { success, failure, .. } = target.returns?;
    Some(quote! {
        const CAN: __bt::Can = __bt::Can { succeed: #success, fail: #failure, ..__bt::Can::ANYTHING };
    })
}

/// What `start` did, which is nothing if the type has none.
fn start(target: &Target, composite: &TokenStream) -> TokenStream {
    let (at, this) = (target.name.span(), target.this());
    let [given, start, own] = locals(target, ["__context", "start", "__own"]);
    let path = quote_spanned!(at=> <#this>::#start);
    let begun = call(target, "begun", &own, quote!(#given));
    let nothing = target.without_error(quote!(__bt::Ok(())));
    quote! {
        let #own = #path;
        if __bt::Pair(#own, <Self as #composite>::#start).__same() {
            return #nothing;
        }
        #begun
    }
}

/// The result of a hook that the type must have. `check` checks that it is the type's own.
fn required(target: &Target, composite: &TokenStream, hook: &str, check: &str, inputs: TokenStream) -> TokenStream {
    let (at, this) = (target.name.span(), target.this());
    let [hook, check, own, whose] = locals(target, [hook, check, "__own", "__whose"]);
    let path = quote_spanned!(at=> <#this>::#hook);
    let this_composite = quote_spanned!(Span::call_site().located_at(at)=> self);
    let check = quote_spanned!(at=> __bt::#check(#this_composite, #whose));
    let answered = call(target, "answered", &own, inputs);
    quote! {
        let #own = #path;
        let #whose = __bt::Pair(#own, <Self as #composite>::#hook).__first_is();
        #check;
        #answered
    }
}

/// The function that calls the type's own `look`, or stays. Its type says whether there is one.
fn look(target: &Target, composite: &TokenStream, choice: &TokenStream) -> TokenStream {
    let (at, this, context) = (target.name.span(), target.this(), target.context());
    let (parameters, _, bounds) = target.implementation.split_for_impl();
    let [leaf, given, active, look, own, whose] =
        locals(target, ["__composite", "__context", "__active", "look", "__own", "__whose"]);
    let path = quote_spanned!(at=> <#this>::#look);
    let seen = call_on(target, &leaf, "seen", &own, quote!(#given, #active));
    quote! {
        #[inline]
        fn __look #parameters (
            #leaf: &mut #this,
            #given: &mut #context,
            #active: __bt::usize,
        ) -> (<#choice as __bt::NextChoice>::Look, impl __bt::Whose) #bounds {
            let #own = #path;
            let #whose = __bt::Pair(#own, <#this as #composite>::#look);
            if #whose.__same() {
                return (<#choice as __bt::NextChoice>::stay(), #whose.__first_is());
            }
            (#seen, #whose.__first_is())
        }
    }
}

/// Calls a hook in the implementation of the trait.
fn call(target: &Target, function: &str, hook: &Ident, inputs: TokenStream) -> TokenStream {
    call_on(target, &Ident::new("self", Span::call_site()), function, hook, inputs)
}

/// Calls a hook. A function of the runtime says what it may return.
fn call_on(target: &Target, value: &Ident, function: &str, hook: &Ident, inputs: TokenStream) -> TokenStream {
    let (at, this, error) = (target.name.span(), target.this(), target.error());
    let ([returned], receiver) = (locals(target, ["__returned"]), receiver(target, value));
    let function = Ident::new(function, at);
    let result = target.without_error(quote_spanned!(at=> __bt::#function::<#this, #error, _>(#returned)));
    quote! {{
        let #returned = #hook(#receiver, #inputs);
        #result
    }}
}
