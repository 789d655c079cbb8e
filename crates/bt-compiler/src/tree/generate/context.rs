//! The context type, in the forms that different places of the code need.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use crate::context::{lifetimes, with_lifetimes};
use crate::tree::ast;

/// The context of a tree.
pub struct Context {
    /// In functions: with `'_` where it borrows.
    ty: TokenStream,
    generic: Option<Generic>,
}

/// What a generic context must be.
struct Generic {
    bounds: TokenStream,
    /// The leaves and decorators that must suit it.
    nodes: Vec<ast::NodeType>,
}

impl Context {
    pub fn new(context: &ast::Context) -> Self {
        let generic = |bounds, nodes| Context { ty: quote!(__Context), generic: Some(Generic { bounds, nodes }) };
        match context {
            ast::Context::Type(ty) => Context { ty: ty.clone(), generic: None },
            ast::Context::Impl(bounds) => generic(bounds.clone(), Vec::new()),
            ast::Context::OfNodes(nodes) => generic(TokenStream::new(), nodes.clone()),
        }
    }

    pub fn ty(&self) -> &TokenStream {
        &self.ty
    }

    pub fn is_generic(&self) -> bool {
        self.generic.is_some()
    }

    /// `<__Context: Bounds>` for a function.
    pub fn generics(&self) -> Option<TokenStream> {
        self.parameter().map(|parameter| quote!(<#parameter>))
    }

    /// `<__Context: Bounds, __Watch: Watch>` for a function that hands on what a tick does.
    pub fn generics_of_part(&self, runtime: &Ident) -> TokenStream {
        let parameter = self.parameter().map(|parameter| quote!(#parameter,));
        quote!(<#parameter __Watch: #runtime::Watch>)
    }

    /// `__Context: Bounds`.
    pub fn parameter(&self) -> Option<TokenStream> {
        let Generic { bounds, .. } = self.generic.as_ref()?;
        Some(quote!(__Context: #bounds))
    }

    /// `where Walk: Behavior<__Context>, ...` for a function.
    pub fn bounds(&self, error: &TokenStream) -> Option<TokenStream> {
        let Generic { nodes, .. } = self.generic.as_ref().filter(|generic| !generic.nodes.is_empty())?;
        let bounds = nodes.iter().map(|ast::NodeType { ty, decorates, span }| match decorates {
            true => quote_spanned!(*span=> #ty: __bt::Decorator<__Context>),
            false => quote_spanned!(*span=> #ty: __bt::Behavior<__Context, Answer: __bt::Raise<#error>>),
        });
        Some(quote!(where #(#bounds,)*))
    }

    /// The parameters of an `impl` of a trait for this context, and the context in it.
    pub fn for_impl(&self) -> (Option<TokenStream>, TokenStream) {
        match with_lifetimes(self.ty.clone()) {
            (named, count) if !self.is_generic() && count > 0 => {
                let lifetimes = lifetimes(count);
                (Some(quote!(<#(#lifetimes),*>)), named)
            }
            (named, _) => (self.generics(), named),
        }
    }
}
