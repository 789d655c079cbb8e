//! The context of a tree in generated code: its type, its generic parameter and its bounds.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use crate::context::{Context as Written, with_lifetime};
use crate::tree::source::NodeType;

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
    nodes: Vec<NodeType>,
}

impl Context {
    /// A context that the header names.
    pub fn new(context: &Written) -> Self {
        match context {
            Written::Type(ty) => Context { ty: ty.clone(), generic: None },
            Written::Impl(bounds) => Context::generic(bounds.clone(), Vec::new()),
        }
    }

    /// Any type that is a context for these leaves and decorators.
    pub fn of_nodes(nodes: Vec<NodeType>) -> Self {
        Context::generic(TokenStream::new(), nodes)
    }

    fn generic(bounds: TokenStream, nodes: Vec<NodeType>) -> Self {
        Context { ty: quote!(__Context), generic: Some(Generic { bounds, nodes }) }
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
        let bounds = nodes.iter().map(|NodeType { ty, decorates, span }| match decorates {
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
