//! The context of a tree in generated code: its type, its generic parameter and its bounds.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use crate::context::{Context as Written, lifetimes, parameter, with_lifetimes};
use crate::tree::source::{NodeType, Role};

/// The context of a tree.
pub struct Context {
    /// The type as functions name it: with `'_` where it borrows.
    ty: TokenStream,
    generic: Option<Generic>,
    /// The function type of a leaf that names it, if the tree takes it from that leaf.
    function: Option<TokenStream>,
}

/// What a generic context must be.
struct Generic {
    /// The type parameter.
    name: Ident,
    bounds: TokenStream,
    /// The leaves and decorators for which it must be a context.
    nodes: Vec<NodeType>,
}

impl Context {
    /// A context that the header names.
    pub fn new(context: &Written) -> Self {
        match context {
            Written::Type(ty) => Context { ty: ty.clone(), generic: None, function: None },
            Written::Impl(bounds) => Context::generic(bounds.clone(), Vec::new()),
        }
    }

    /// The context that the function type of a leaf names.
    pub fn of_leaf(runtime: &TokenStream, function: TokenStream) -> Self {
        let ty = quote!(<#function as #runtime::ContextFor<'_, '_, '_, '_>>::Context);
        Context { ty, generic: None, function: Some(function) }
    }

    /// Any type that fits these leaves and decorators as a context.
    pub fn of_nodes(nodes: Vec<NodeType>) -> Self {
        Context::generic(quote!(?__bt::Sized), nodes)
    }

    fn generic(bounds: TokenStream, nodes: Vec<NodeType>) -> Self {
        let name = parameter(&bounds);
        Context { ty: quote!(#name), generic: Some(Generic { name, bounds, nodes }), function: None }
    }

    pub fn ty(&self) -> &TokenStream {
        &self.ty
    }

    pub fn is_generic(&self) -> bool {
        self.generic.is_some()
    }

    /// Whether it is the context named by a leaf.
    pub fn is_of_leaf(&self) -> bool {
        self.function.is_some()
    }

    /// The number of the context's lifetimes that change from tick to tick.
    pub fn lifetimes(&self) -> usize {
        with_lifetimes(self.ty.clone()).1
    }

    /// `<impl_Senses: Senses>` for a function.
    pub fn generics(&self) -> Option<TokenStream> {
        self.parameter().map(|parameter| quote!(<#parameter>))
    }

    /// `<impl_Senses: Senses, __Watch: Watch>` for the function of a part.
    pub fn generics_of_part(&self, runtime: &Ident) -> TokenStream {
        let parameter = self.parameter().map(|parameter| quote!(#parameter,));
        quote!(<#parameter __Watch: #runtime::Watch>)
    }

    /// `impl_Senses: Senses`.
    pub fn parameter(&self) -> Option<TokenStream> {
        let Generic { name, bounds, .. } = self.generic.as_ref()?;
        Some(quote!(#name: #bounds))
    }

    /// `where Walk: Node<any_context>, ...` for a function.
    pub fn bounds(&self, error: &TokenStream) -> Option<TokenStream> {
        let Generic { name, nodes, .. } = self.generic.as_ref().filter(|generic| !generic.nodes.is_empty())?;
        let bounds = nodes.iter().map(|NodeType { ty, role, span }| match role {
            Role::Leaf => quote_spanned!(*span=> #ty: __bt::Node<#name, Answer: __bt::Raise<#error>>),
            Role::Decorator => quote_spanned!(*span=> #ty: __bt::Decorator<#name>),
            Role::Composite => quote_spanned!(*span=> #ty: __bt::Composite<#name>),
        });
        Some(quote!(where #(#bounds,)*))
    }

    /// The parameters of an `impl` of a trait for this context, and the context in it.
    pub fn for_impl(&self) -> (Option<TokenStream>, TokenStream) {
        let (parameters, context) = self.parameters();
        (parameters.map(|parameters| quote!(<#parameters>)), context)
    }

    /// The parameters of an `impl` of the trait of trees. That trait has an associated type, where rustc cannot resolve
    /// the context of a leaf, so the context is a parameter. The bounds define it.
    pub fn for_tree(&self, error: &TokenStream) -> (Option<TokenStream>, TokenStream, Option<TokenStream>) {
        let Some(function) = &self.function else {
            let (generics, context) = self.for_impl();
            return (generics, context, self.bounds(error));
        };
        let lifetimes: Vec<_> = lifetimes(self.lifetimes()).collect();
        let name = parameter(&TokenStream::new());
        let generics = quote!(<#(#lifetimes,)* #name: ?__bt::Sized>);
        let bounds = quote!(where #function: __bt::ContextFor<#(#lifetimes,)* Context = #name>);
        (Some(generics), quote!(#name), Some(bounds))
    }

    /// The parameters for everything that is open in the context, and the context that uses them.
    pub fn parameters(&self) -> (Option<TokenStream>, TokenStream) {
        match with_lifetimes(self.ty.clone()) {
            (named, count) if !self.is_generic() && count > 0 => {
                let lifetimes = lifetimes(count);
                (Some(quote!(#(#lifetimes),*)), named)
            }
            (named, _) => (self.parameter(), named),
        }
    }
}
