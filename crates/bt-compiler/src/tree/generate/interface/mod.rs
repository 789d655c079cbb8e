//! The type that a tree declares, with its methods and traits.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};

use super::context::Context;
use crate::attributes::{Attribute, Derive};
use crate::tokens::own;
use crate::tree::ast::{Header, Param};
use crate::tree::plan::context::Origin;
use crate::tree::plan::names::UNNAMED;
use crate::tree::source::{Made, Role, Source, span_of};
use crate::written::as_written;

mod behavior;
mod bodies;
mod description;
mod machine;
mod methods;
mod observed;
mod owned;
mod place;
mod possible;

pub use bodies::{Bodies, bodies};

/// The public face of a tree. It only needs the header, so a tree with mistakes has it, too.
pub struct Interface {
    pub name: Ident,
    pub context: Context,
    /// The type that holds the parameters, if there are any.
    pub params_type: Option<Ident>,
    /// The path of the runtime library, for use in types.
    pub runtime: TokenStream,
    /// All attributes except a derive of `Default`, in order.
    attributes: Vec<Attribute>,
    default: Option<Derive>,
    visibility: TokenStream,
    params: Vec<Param>,
    pub message: Option<TokenStream>,
    /// The type of the value.
    pub value: Option<TokenStream>,
    error: Option<TokenStream>,
    /// Whether the type is private.
    private: bool,
    /// Whether the tree is an expression, and its type has no name.
    unnamed: bool,
    /// Whether any leaves or composites are the user's. If so, their types determine how the tree sleeps.
    sleeps_by_types: bool,
}

impl Interface {
    pub fn new(runtime: &TokenStream, header: &Header, source: &Source) -> Self {
        let item = header.item.as_ref();
        let name = item.map_or_else(|| Ident::new(UNNAMED, Span::call_site()), |item| item.name.clone());
        let attributes = item.map(|item| item.attributes.clone()).unwrap_or_default();
        let (default, attributes): (Vec<_>, Vec<_>) =
            attributes.into_iter().partition(|attribute| attribute.derive().is_some_and(Derive::is_default));
        let params = item.map(|item| item.params.clone()).unwrap_or_default();
        let params_type = format_ident!("__{}Params", name);
        Interface {
            context: context(runtime, header, source),
            params_type: (!params.is_empty()).then_some(params_type),
            runtime: runtime.clone(),
            attributes,
            default: default.first().and_then(Attribute::derive).cloned(),
            visibility: item.map(|item| item.visibility.clone()).unwrap_or_default(),
            params,
            message: header.message.clone(),
            value: header.value.clone(),
            error: header.error.clone(),
            private: item.is_some_and(|item| item.visibility.is_empty()),
            unnamed: item.is_none(),
            sleeps_by_types: source.types().any(|node| node.role != Role::Decorator),
            name,
        }
    }

    /// The derives, which also apply to the parts of the tree. Other attributes apply to the tree alone, including
    /// helper attributes of a derive, like `#[serde(..)]`.
    pub fn derives(&self) -> TokenStream {
        self.attributes.iter().filter_map(Attribute::derive).map(Derive::attribute).collect()
    }

    /// Whether the tree can be loaded from a save.
    pub fn is_loaded(&self) -> bool {
        self.attributes.iter().filter_map(Attribute::derive).any(Derive::is_deserialize)
    }

    /// Whether the tree is an expression.
    pub fn is_unnamed(&self) -> bool {
        self.unnamed
    }

    /// How the tree is saved in a box, if it derives everything needed for that.
    fn saved_in_boxes(&self) -> Option<TokenStream> {
        let find = |is: fn(&Derive) -> bool| self.attributes.iter().filter_map(Attribute::derive).find(|it| is(it));
        let (saved, loaded) = (find(Derive::is_serialize)?, find(Derive::is_deserialize)?);
        let conditions = [saved, loaded].into_iter().filter_map(|derive| derive.condition.as_ref());
        let conditions = conditions.map(|condition| quote!(#[cfg(#condition)]));
        Some(quote!(#(#conditions)* __bt::saved_in_boxes! {}))
    }

    /// Turns lints off in generated code.
    pub fn allow(&self) -> TokenStream {
        quote!(#[allow(unused, unreachable_pub, unused_qualifications, nonstandard_style, clippy::all)])
    }

    /// Turns lints off for each item of an unnamed tree. The items of a named tree are in one block, which has the
    /// attribute.
    pub fn allow_each(&self) -> Option<TokenStream> {
        self.unnamed.then(|| self.allow())
    }

    /// The path of the runtime library, for use in functions.
    pub fn short(&self) -> Ident {
        Ident::new("__bt", Span::call_site())
    }

    /// The parameters as written, for its description.
    pub fn params_text(&self) -> String {
        let params = self.params.iter().map(|Param { name, ty, .. }| format!("{name}: {}", as_written(ty)));
        params.collect::<Vec<_>>().join(", ")
    }

    /// The replacement for a tree that is lent: an idle tree with the same parameters.
    pub fn stand_in(&self) -> TokenStream {
        let params = self.params.iter().map(|Param { name, ty, .. }| {
            let at = span_of(ty);
            let (mut runtime, mut field, this) = (self.short(), name.clone(), own("self", at));
            runtime.set_span(at);
            field.set_span(at);
            // The span of the parameter's uses, so that rustc reports a type without `Clone` only once.
            quote_spanned!(at=> #runtime::Clone::clone(&(#this.__params).#field))
        });
        quote!(Self::new(#(#params),*))
    }

    /// What `tick` returns.
    pub fn answer(&self) -> TokenStream {
        let answer = match &self.value {
            Some(value) => quote!(__bt::Poll<__bt::Option<#value>>),
            None => quote!(__bt::Status),
        };
        match &self.error {
            Some(error) => quote!(__bt::Result<#answer, #error>),
            None => answer,
        }
    }

    /// Implements `Produces`, for the trees that contain this one.
    fn produces(&self) -> Option<TokenStream> {
        let (name, value) = (&self.name, self.value.as_ref()?);
        Some(quote!(impl __bt::Produces for #name { type Value = #value; }))
    }

    /// The error type of the tree.
    pub fn error(&self) -> TokenStream {
        self.error.clone().unwrap_or_else(|| quote!(__bt::Infallible))
    }

    /// The generics and bounds of `sleep`. With a generic context, it needs a specific context to ask the user's types.
    pub fn generics_of_sleep(&self) -> (Option<TokenStream>, Option<TokenStream>) {
        match self.sleeps_by_types {
            true => (self.context.generics(), self.context.bounds(&self.error())),
            false => (None, None),
        }
    }

    /// The generic context with which `sleep` is called, if it needs one.
    pub fn context_of_sleep(&self) -> Option<TokenStream> {
        let context = self.context.ty();
        (self.sleeps_by_types && self.context.is_generic()).then(|| quote!(::<#context>))
    }

    /// The type with all its items. An unnamed tree is the value of a block.
    pub fn items(&self, bodies: &Bodies, types: TokenStream, functions: TokenStream) -> TokenStream {
        let Interface { name, runtime, .. } = self;
        let (declared, methods, default, behavior) =
            (self.declared(bodies), self.methods(bodies), self.default(), self.behavior(bodies));
        let (has_machine, produces) = (self.has_machine(bodies), self.produces());
        let methods = at_name(methods, name);
        let (behavior, has_machine) = (behavior.map(|behavior| at_name(behavior, name)), at_name(has_machine, name));
        let items = quote! {
            use #runtime::{self as __bt, Region as _};
            #methods
            #functions
            #default
            #behavior
            #has_machine
            #produces
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
    /// tree it does not, as rustc would suggest adding bounds there.
    pub fn method(&self, name: &str) -> Ident {
        let span = if self.context.is_generic() { Span::call_site() } else { self.name.span() };
        Ident::new(name, span)
    }

    /// The struct of the tree, and the one that holds its parameters.
    pub fn declared(&self, bodies: &Bodies) -> TokenStream {
        let Interface { name, attributes, visibility, .. } = self;
        let (derives, allow, docs, fields) = (self.derives(), self.allow(), &bodies.docs, &bodies.fields);
        let params = self.params_type.as_ref().map(|ty| {
            let fields = self.params.iter().map(|Param { attributes, name, ty }| quote!(#attributes #name: #ty));
            quote!(#derives #allow struct #ty { #(#fields),* })
        });
        let params_field = self.params_type.as_ref().map(|ty| quote!(__params: #ty,));
        quote! {
            #params
            #(#attributes)*
            #docs
            #visibility struct #name { #params_field #fields }
        }
    }

    fn default(&self) -> Option<TokenStream> {
        let condition = match &self.default {
            _ if self.params.is_empty() => None,
            None => return None,
            Some(derive) => derive.condition.as_ref().map(|condition| quote!(#[cfg(#condition)])),
        };
        let name = &self.name;
        let values = self
            .params
            .iter()
            .map(|Param { name, ty, .. }| quote_spanned!(name.span()=> <#ty as __bt::Default>::default()));
        Some(quote! {
            #condition
            impl __bt::Default for #name {
                #[inline]
                fn default() -> Self { Self::new(#(#values),*) }
            }
        })
    }

    /// The parameters as a value of their type, if there are any.
    pub fn params_value(&self) -> Option<TokenStream> {
        let (ty, names) = (self.params_type.as_ref()?, self.params.iter().map(|param| &param.name));
        Some(quote!(__params: #ty { #(#names),* },))
    }
}

/// Places items and their implementations at the name of the tree. If trees contain each other, rustc refers to
/// implementations by source position, which would otherwise be in `bt`. The spans still come from a macro, so that
/// rustc does not suggest type parameters for them.
pub fn at_name(items: TokenStream, name: &Ident) -> TokenStream {
    let span = Span::call_site().located_at(name.span());
    let at = |mut token: TokenTree| {
        let is_header = matches!(&token, TokenTree::Ident(word) if word == "impl");
        if is_header || matches!(&token, TokenTree::Group(body) if body.delimiter() == Delimiter::Brace) {
            token.set_span(span);
        }
        token
    };
    items.into_iter().map(at).collect()
}

fn context(runtime: &TokenStream, header: &Header, source: &Source) -> Context {
    match Origin::of(header, source) {
        Origin::Header(context) => Context::new(context),
        Origin::Leaf(Made { ty, span, .. }) => {
            Context::of_leaf(runtime, quote_spanned!(*span=> <#ty as #runtime::LeafContext>::Function))
        }
        Origin::AllNodes => Context::of_nodes(source.types().collect()),
    }
}
