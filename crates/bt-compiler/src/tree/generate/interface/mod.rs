//! The type that a tree declares, with its methods and traits.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::context::Context;
use crate::context::Context as Written;
use crate::tree::ast::{Header, Param};
use crate::tree::source::{Made, Source};

mod behavior;
mod bodies;
mod description;
mod methods;
mod observed;
mod place;
mod possible;
mod traits;

pub use bodies::{Bodies, bodies};

/// What users see of a tree. It is made from the header alone, so that a tree with mistakes has it, too.
pub struct Interface {
    pub name: Ident,
    pub context: Context,
    /// The type that holds the parameters, if there are any.
    pub params_type: Option<Ident>,
    /// The runtime library as types name it.
    pub runtime: TokenStream,
    attributes: TokenStream,
    visibility: TokenStream,
    derives: Vec<TokenStream>,
    derives_default: bool,
    params: Vec<(Ident, TokenStream)>,
    pub message: Option<TokenStream>,
    error: Option<TokenStream>,
    /// Whether the type is private.
    private: bool,
    /// Whether the tree is an expression, and its type has no name.
    unnamed: bool,
}

impl Interface {
    pub fn new(runtime: &TokenStream, header: &Header, source: &Source) -> Self {
        let item = header.item.as_ref();
        let name = item.map_or_else(|| Ident::new("__Tree", Span::call_site()), |item| item.name.clone());
        let is_default = |derive: &TokenStream| derive.to_string().rsplit(' ').next() == Some("Default");
        let derives = item.map(|item| item.derives.clone()).unwrap_or_default();
        let params: &[Param] = item.map_or(&[], |item| &item.params);
        let params_type = format_ident!("__{}Params", name);
        Interface {
            context: header.context.as_ref().map_or_else(|| of_nodes(runtime, source), Context::new),
            params_type: (!params.is_empty()).then_some(params_type),
            runtime: runtime.clone(),
            attributes: item.map(|item| item.attributes.clone()).unwrap_or_default(),
            visibility: item.map(|item| item.visibility.clone()).unwrap_or_default(),
            derives_default: derives.iter().any(is_default),
            derives: derives.into_iter().filter(|derive| !is_default(derive)).collect(),
            params: params.iter().map(|param| (param.name.clone(), param.ty.clone())).collect(),
            message: header.message.clone(),
            error: header.error.clone(),
            private: item.is_some_and(|item| item.visibility.is_empty()),
            unnamed: item.is_none(),
            name,
        }
    }

    /// The derives, which the type and all its states get.
    pub fn derive(&self) -> Option<TokenStream> {
        let derives = &self.derives;
        (!derives.is_empty()).then(|| quote!(#[derive(#(#derives),*)]))
    }

    /// Turns lints off in generated code.
    pub fn allow(&self) -> TokenStream {
        quote!(#[allow(unused, unused_qualifications, nonstandard_style, clippy::all)])
    }

    /// The same for each item of an unnamed tree. The items of a named tree stand in one block, which has the
    /// attribute.
    pub fn allow_each(&self) -> Option<TokenStream> {
        self.unnamed.then(|| self.allow())
    }

    /// The runtime library as functions name it.
    pub fn short(&self) -> Ident {
        Ident::new("__bt", Span::call_site())
    }

    /// What `tick` returns.
    pub fn answer(&self) -> TokenStream {
        match &self.error {
            Some(error) => quote!(__bt::Result<__bt::Status, #error>),
            None => quote!(__bt::Status),
        }
    }

    /// The error that passes through the tree.
    pub fn error(&self) -> TokenStream {
        self.error.clone().unwrap_or_else(|| quote!(__bt::Infallible))
    }

    /// The type with all that belongs to it. An unnamed tree is the value of a block.
    pub fn items(&self, bodies: &Bodies, types: TokenStream, functions: TokenStream) -> TokenStream {
        let Interface { name, runtime, .. } = self;
        let (declared, methods, default, behavior) =
            (self.declared(bodies), self.methods(bodies), self.default(), self.behavior(bodies));
        let tree_for = self.tree_for(bodies);
        let items = quote! {
            use #runtime as __bt;
            #methods
            #functions
            #default
            #behavior
            #tree_for
        };
        match self.unnamed {
            true => quote!({ #declared #types #items #name::new() }),
            false => {
                let allow = self.allow();
                quote!(#declared #types #allow #[allow(private_interfaces, clippy::pedantic)] const _: () = { #items };)
            }
        }
    }

    /// The name of a method. It has the span of the tree's name, since rustc shows it for wrong calls. In a generic
    /// tree it has not: rustc would propose to add bounds there.
    pub fn method(&self, name: &str) -> Ident {
        let span = if self.context.is_generic() { Span::call_site() } else { self.name.span() };
        Ident::new(name, span)
    }

    /// The struct of the tree, and the one that holds its parameters.
    pub fn declared(&self, bodies: &Bodies) -> TokenStream {
        let Interface { name, attributes, visibility, .. } = self;
        let (derive, allow, docs, fields) = (self.derive(), self.allow(), &bodies.docs, &bodies.fields);
        let params = self.params_type.as_ref().map(|ty| {
            let fields = self.params.iter().map(|(name, ty)| quote!(#name: #ty));
            quote!(#derive #allow struct #ty { #(#fields),* })
        });
        let params_field = self.params_type.as_ref().map(|ty| quote!(__params: #ty,));
        quote! {
            #params
            #attributes
            #docs
            #derive
            #visibility struct #name { #params_field #fields }
        }
    }

    fn default(&self) -> Option<TokenStream> {
        if !self.params.is_empty() && !self.derives_default {
            return None;
        }
        let name = &self.name;
        let values =
            self.params.iter().map(|(name, ty)| quote_spanned!(name.span()=> <#ty as __bt::Default>::default()));
        Some(quote! {
            impl __bt::Default for #name {
                #[inline]
                fn default() -> Self { Self::new(#(#values),*) }
            }
        })
    }

    /// The parameters as a value of their type, if there are any.
    pub fn params_value(&self) -> Option<TokenStream> {
        let (ty, names) = (self.params_type.as_ref()?, self.params.iter().map(|(name, _)| name));
        Some(quote!(__params: #ty { #(#names),* },))
    }
}

/// The context of a tree that names none: any type that is a context for its leaves and decorators. With closures it
/// must be a known type: the context of the first leaf.
fn of_nodes(runtime: &TokenStream, source: &Source) -> Context {
    match source.leaves().next() {
        Some(Made { ty, span, .. }) if source.has_closures() => {
            Context::new(&Written::Type(quote_spanned!(*span=> <#ty as #runtime::LeafContext>::Context<'_>)))
        }
        _ => Context::of_nodes(source.types().collect()),
    }
}
