//! The context type, in the forms that different places of the code need.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::quote;

use crate::tree::ast;

/// The context of a tree.
pub struct Context {
    /// In functions: with `'_` where it borrows.
    ty: TokenStream,
    /// The bounds of a generic context.
    bounds: Option<TokenStream>,
}

/// The name of the lifetime that stands for every `'_` of a context.
const LIFETIME: &str = "__context";

impl Context {
    pub fn new(context: &ast::Context) -> Self {
        match context {
            ast::Context::Type(ty) => Context { ty: ty.clone(), bounds: None },
            ast::Context::Impl(bounds) => Context { ty: quote!(__Context), bounds: Some(bounds.clone()) },
        }
    }

    pub fn ty(&self) -> &TokenStream {
        &self.ty
    }

    pub fn is_generic(&self) -> bool {
        self.bounds.is_some()
    }

    /// `<__Context: Bounds>` for a function.
    pub fn generics(&self) -> Option<TokenStream> {
        self.bounds.as_ref().map(|bounds| quote!(<__Context: #bounds>))
    }

    /// The parameters of an `impl` of a trait for this context, and the context in it.
    pub fn for_impl(&self) -> (Option<TokenStream>, TokenStream) {
        let named = self.with_lifetime();
        match &self.bounds {
            Some(_) => (self.generics(), named),
            None if self.borrows() => (Some(quote!(<'__context>)), named),
            None => (None, named),
        }
    }

    /// The context with a named lifetime for every `'_`.
    pub fn with_lifetime(&self) -> TokenStream {
        name_lifetimes(self.ty.clone())
    }

    fn borrows(&self) -> bool {
        self.with_lifetime().to_string() != self.ty.to_string()
    }
}

fn name_lifetimes(tokens: TokenStream) -> TokenStream {
    let mut after_quote = false;
    let named = tokens.into_iter().map(|token| {
        let in_lifetime = std::mem::take(&mut after_quote);
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                after_quote = true;
                TokenTree::Punct(punct)
            }
            TokenTree::Ident(ident) if in_lifetime && ident == "_" => {
                TokenTree::Ident(proc_macro2::Ident::new(LIFETIME, ident.span()))
            }
            TokenTree::Group(group) => {
                let mut named = Group::new(group.delimiter(), name_lifetimes(group.stream()));
                named.set_span(group.span());
                TokenTree::Group(named)
            }
            token => token,
        }
    });
    named.collect()
}
