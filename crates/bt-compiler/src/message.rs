//! The rules for types of messages, which trees and leaves share.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::quote;

use crate::context::message_with_lifetimes;
use crate::tokens::is_mark;

/// Whether a message of this type reaches leaves in a subtree whose header names no type of messages. It does if the
/// type borrows nothing and is sized, so that a leaf can compare it with its own type at run time.
pub fn is_relayed(message: &TokenStream) -> bool {
    let mut tokens = message.clone().into_iter();
    let unsized_type = match tokens.next() {
        Some(TokenTree::Ident(word)) => word == "dyn" || (word == "str" && tokens.next().is_none()),
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Bracket && !has_semicolon(group.stream()),
        _ => false,
    };
    !unsized_type && !borrows(message.clone())
}

/// The trait with which generated code passes a message to a leaf that does not take messages of this type itself.
pub fn others(message: &TokenStream) -> Ident {
    Ident::new(if is_relayed(message) { "Relays" } else { "Ignores" }, Span::call_site())
}

/// Which messages a tree takes in a box: those that its header names, or all.
pub fn addressed(
    runtime: &TokenStream,
    parameters: &TokenStream,
    bounds: &TokenStream,
    tree: &TokenStream,
    message: Option<&TokenStream>,
) -> TokenStream {
    let Some(message) = message else {
        return quote! {
            impl<#parameters __Message: #runtime::Any> #runtime::Addressed<__Message> for #tree #bounds {
                type By = #runtime::Relayed;
            }
        };
    };
    let by = if is_relayed(message) { quote!(Relayed) } else { quote!(ByName) };
    let (message, lifetimes) = message_with_lifetimes(message.clone());
    quote! {
        impl<#(#lifetimes,)* #parameters> #runtime::Addressed<#message> for #tree #bounds {
            type By = #runtime::#by;
        }
        impl<#parameters> #runtime::Addressed<#runtime::NoMessage> for #tree #bounds {
            type By = #runtime::Relayed;
        }
    }
}

fn has_semicolon(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| is_mark(&token, ';'))
}

fn borrows(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Punct(mark) => matches!(mark.as_char(), '\'' | '&'),
        TokenTree::Group(group) => borrows(group.stream()),
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use super::is_relayed;
    use quote::quote;

    #[test]
    fn messages_that_own_what_they_hold_are_relayed() {
        let owned = [quote!(Shot), quote!([u8; 4]), quote!(Vec<str>), quote!((u8, Noise))];
        assert!(owned.iter().all(is_relayed));
        let others = [quote!(Hit<'_>), quote!(str), quote!([u8]), quote!(dyn Noise), quote!((u8, &'static str))];
        assert!(!others.iter().any(is_relayed));
    }
}
