//! The context of a tree in generated code: its type, its generic parameter and its bounds.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use crate::context::with_lifetime;
use crate::tree::ast;

/// The context of a tree.
pub struct Context {
    /// The type as functions name it: with `'_` where it borrows.
    ty: TokenStream,
    generic: Option<Generic>,
}

/// What a generic context must be.
struct Generic {
    bounds: TokenStream,
    /// The leaves and decorators for which it must be a context.
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

    /// `<__Context: Bounds, __Watch: Watch>` for the function of a part.
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
        match with_lifetime(self.ty.clone()) {
            (named, true) if !self.is_generic() => (Some(quote!(<'__context>)), named),
            (named, _) => (self.generics(), named),
        }
    }
}
