//! How a type's own methods are called as its hooks.
//!
//! If a method has a wrong signature, rustc reports it at the tokens that call the method. These tokens have the span
//! of the type's name, and each occurs once, so that each mistake is one error, at the name. All other tokens have the
//! span of the derive, including the parentheses of the calls: otherwise rustc would propose to remove arguments from
//! the name.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::derive::target::Target;

/// Calls the type's own method, which returns nothing, if it has one.
pub fn optional(target: &Target, of: &TokenStream, hook: &str, arguments: TokenStream) -> TokenStream {
    own(target, of, hook, arguments, quote!(Nothing::done), TokenStream::new())
}

/// Calls the type's own `start`, if it has one; the result is a `Result`.
pub fn start(target: &Target, of: &TokenStream, given: &Ident) -> TokenStream {
    let (error, at) = (target.error(), target.name.span());
    own(target, of, "start", quote!(#given), quote_spanned!(at=> started::<#error, _>), quote!(__bt::Ok(())))
}

/// Calls the type's own method, if it has one, and returns its result. If it has none, the result is `otherwise`.
///
/// If it has none, the path means the method of the trait declared here. So generated code compares the two, and calls
/// the path only if they differ.
pub fn own(
    target: &Target,
    of: &TokenStream,
    hook: &str,
    arguments: TokenStream,
    hand_on: TokenStream,
    otherwise: TokenStream,
) -> TokenStream {
    let (at, this) = (target.name.span(), target.this());
    let [hook, own, returned] = locals(target, [hook, "__own", "__returned"]);
    let this_value = Ident::new("self", Span::call_site());
    let (path, receiver) = (quote_spanned!(at=> <#this>::#hook), receiver(target, &this_value));
    let done = quote_spanned!(at=> __bt::#hand_on(#returned));
    let otherwise = (!otherwise.is_empty()).then(|| quote!(else { #otherwise }));
    quote! {
        let #own = #path;
        if !__bt::Pair(#own, <Self as #of>::#hook).__same() {
            let #returned = #own(#receiver, #arguments);
            #done
        } #otherwise
    }
}

/// The variable with the value, as the receiver of the type's own method.
///
/// Its span comes from a macro, because rustc proposes no changes to such code. Here they would hide the mistake.
pub fn receiver(target: &Target, value: &Ident) -> TokenStream {
    let at = Span::call_site().located_at(target.name.span());
    let mut value = value.clone();
    value.set_span(value.span().located_at(at));
    quote_spanned!(at=> __bt::Lend::__as_receiver(#value))
}

/// Variables with the span of the type's name. Each variable must be created here: if the type comes from a
/// `macro_rules!`, the same name with another span is another variable.
pub fn locals<const COUNT: usize>(target: &Target, names: [&str; COUNT]) -> [Ident; COUNT] {
    names.map(|name| Ident::new(name, target.name.span()))
}
