//! The expansion for editors, instead of that for rustc.
//!
//! rust-analyzer finds the meaning of a user's token through the tokens of the expansion with the same span. So an
//! expansion for an editor contains each of the user's tokens once.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics};

use crate::tree::case::snake_case;

/// Whether rust-analyzer asks. Its server for macros sets this variable.
pub fn asks() -> bool {
    std::env::var_os("RUST_ANALYZER_INTERNALS_DO_NOT_USE").is_some()
}

/// The tokens, without a position in the text.
pub fn anywhere(tokens: TokenStream) -> TokenStream {
    at(Span::call_site(), tokens)
}

/// The tokens with this span.
fn at(span: Span, tokens: TokenStream) -> TokenStream {
    let each = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), at(span, group.stream())).into();
        }
        token.set_span(span);
        token
    };
    tokens.into_iter().map(each).collect()
}

/// Generated items. An editor goes to `place` for their declarations; for the type with this name, to the name.
pub fn declaring(items: TokenStream, name: &Ident, place: Span) -> TokenStream {
    let mut after_struct = false;
    let named = at(place, items).into_iter().map(|mut token| {
        if let TokenTree::Ident(word) = &token {
            let declares = after_struct && word == name;
            after_struct = word == "struct";
            if declares {
                token.set_span(name.span());
            }
        }
        token
    });
    named.collect()
}

/// The name that trees use for a type, `go_to` for `GoTo`, so that an editor completes it.
pub fn name_in_trees(
    docs: &TokenStream,
    visibility: &impl ToTokens,
    name: &Ident,
    generics: &Generics,
    place: Span,
) -> TokenStream {
    let snake = snake_case(name.to_string().trim_start_matches("r#"));
    let Ok(snake) = syn::parse_str::<Ident>(&snake) else { return TokenStream::new() };
    let params = generics.params.iter().map(|param| match param {
        GenericParam::Lifetime(param) => param.lifetime.to_token_stream(),
        GenericParam::Type(param) => param.ident.to_token_stream(),
        GenericParam::Const(param) => {
            let (name, ty) = (&param.ident, &param.ty);
            quote!(const #name: #ty)
        }
    });
    let (_, arguments, _) = generics.split_for_impl();
    let alias = quote! {
        #docs
        #[allow(dead_code, non_camel_case_types, type_alias_bounds)]
        #[rust_analyzer::completions(ignore_flyimport)]
        #visibility type #snake<#(#params),*> = #name #arguments;
    };
    at(place, alias)
}
