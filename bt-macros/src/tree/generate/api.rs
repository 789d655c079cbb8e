//! The type that a tree declares, and what users call.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use super::Generator;
use super::context::Context;
use crate::tree::ast::{self, Header, Param};
use crate::tree::draw;
use crate::tree::source::{Code, Source};

/// What users see of a tree, made from its header alone: so a tree with mistakes has it, too.
pub struct Interface {
    pub name: Ident,
    pub context: Context,
    /// The type that holds the parameters, if there are any.
    pub params_type: Option<Ident>,
    runtime: TokenStream,
    attributes: TokenStream,
    visibility: TokenStream,
    derives: Vec<TokenStream>,
    derives_default: bool,
    params: Vec<(Ident, TokenStream)>,
    error: Option<TokenStream>,
    /// Whether the tree is an expression, and its type has no name.
    unnamed: bool,
}

/// What the methods of a tree do; the docs and signatures are the same for all trees.
pub struct Bodies {
    pub fields: TokenStream,
    pub new: TokenStream,
    pub tick: TokenStream,
    pub abort: TokenStream,
    pub reset: TokenStream,
    pub is_running: TokenStream,
    pub active: TokenStream,
    pub run_inside: TokenStream,
    pub finish_inside: TokenStream,
    pub kept: TokenStream,
    pub shape: TokenStream,
    pub docs: TokenStream,
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
            context: Context::new(&header.context.clone().unwrap_or_else(|| home_of_leaves(runtime, source))),
            params_type: (!params.is_empty()).then_some(params_type),
            runtime: runtime.clone(),
            attributes: item.map(|item| item.attributes.clone()).unwrap_or_default(),
            visibility: item.map(|item| item.visibility.clone()).unwrap_or_default(),
            derives_default: derives.iter().any(is_default),
            derives: derives.into_iter().filter(|derive| !is_default(derive)).collect(),
            params: params.iter().map(|param| (param.name.clone(), param.ty.clone())).collect(),
            error: header.error.clone(),
            unnamed: item.is_none(),
            name,
        }
    }

    /// The derives, which go to all parts of the state.
    pub fn derive(&self) -> Option<TokenStream> {
        let derives = &self.derives;
        (!derives.is_empty()).then(|| quote!(#[derive(#(#derives),*)]))
    }

    /// Generated code is not for lints to judge.
    pub fn allow(&self) -> TokenStream {
        quote!(#[allow(unused, non_camel_case_types, non_snake_case, clippy::all, clippy::pedantic, clippy::nursery)])
    }

    /// What `tick` returns.
    pub fn answer(&self) -> TokenStream {
        let runtime = &self.runtime;
        match &self.error {
            Some(error) => quote!(#runtime::private::Result<#runtime::private::Status, #error>),
            None => quote!(#runtime::private::Status),
        }
    }

    /// An unnamed tree is the value of a block.
    pub fn finish(&self, code: TokenStream) -> TokenStream {
        let name = &self.name;
        if self.unnamed { quote!({ #code #name::new() }) } else { code }
    }

    /// The type, its methods, and its implementations of the library's traits.
    pub fn items(&self, bodies: &Bodies) -> TokenStream {
        let declared = self.declared(bodies);
        let methods = self.methods(bodies);
        let default = self.default();
        let behavior = self.behavior(bodies);
        quote!(#declared #methods #default #behavior)
    }

    fn declared(&self, bodies: &Bodies) -> TokenStream {
        let Interface { name, attributes, visibility, .. } = self;
        let (derive, allow, docs, fields) = (self.derive(), self.allow(), &bodies.docs, &bodies.fields);
        let params = self.params_type.as_ref().map(|ty| {
            let fields = self.params.iter().map(|(name, ty)| quote!(#name: #ty));
            quote!(#derive #allow struct #ty { #(#fields),* })
        });
        let params_field = self.params_type.as_ref().map(|ty| quote!(params: #ty,));
        quote! {
            #params
            #attributes
            #docs
            #derive
            #visibility struct #name { #params_field #fields }
        }
    }

    fn methods(&self, bodies: &Bodies) -> TokenStream {
        let Interface { name, runtime, .. } = self;
        let (allow, answer) = (self.allow(), self.answer());
        let (context, generics) = (self.context.ty(), self.context.generics());
        let params = self.params.iter().map(|(name, ty)| quote!(#name: #ty));
        let Bodies { new, tick, abort, reset, is_running, active, kept, shape, .. } = bodies;
        quote! {
            #allow
            impl #name {
                #[doc(hidden)]
                pub const __KEPT: usize = #kept;
                #[doc(hidden)]
                pub const __SHAPE: &'static [#runtime::private::Node] = #shape;

                /// A tree that has not started.
                pub const fn new(#(#params),*) -> Self { #new }

                /// Runs the tree until it has to wait or has ended. After it has ended, the next tick starts afresh.
                pub fn tick #generics(&mut self, context: &mut #context) -> #answer { #tick }

                /// Aborts the active nodes: each of their leaves gets `finish` with `Aborted`.
                pub fn abort #generics(&mut self, context: &mut #context) { #abort }

                /// Forgets everything and calls no hook.
                pub fn reset(&mut self) { #reset }

                /// Whether the tree is waiting to go on.
                pub const fn is_running(&self) -> bool { #is_running }

                /// The active nodes, each before its children.
                pub fn active(&self) -> impl #runtime::private::Iterator<Item = &'static #runtime::private::Node> + '_ {
                    #runtime::private::active(Self::__SHAPE, |from| self.__active(from))
                }

                #[doc(hidden)]
                pub fn __active(&self, from: usize) -> #runtime::private::Option<usize> { #active }
            }
        }
    }

    fn default(&self) -> Option<TokenStream> {
        let Interface { name, runtime, .. } = self;
        if !self.params.is_empty() && !self.derives_default {
            return None;
        }
        let values = self.params.iter().map(|_| quote!(#runtime::private::Default::default()));
        Some(quote! {
            impl #runtime::private::Default for #name {
                fn default() -> Self { Self::new(#(#values),*) }
            }
        })
    }

    /// A tree is a behavior itself, so that it can stand as a leaf.
    fn behavior(&self, bodies: &Bodies) -> TokenStream {
        let Interface { name, runtime, .. } = self;
        let (allow, answer) = (self.allow(), self.answer());
        let (generics, context) = self.context.for_impl();
        let Bodies { run_inside, finish_inside, .. } = bodies;
        let home = (!self.unnamed && !self.context.is_generic()).then(|| {
            quote! {
                impl #runtime::private::Home for #name { type Context<'__context> = #context; }
            }
        });
        quote! {
            #home
            #allow
            impl #generics #runtime::private::Behavior<#context> for #name {
                type Answer = #answer;
                fn run(&mut self, context: &mut #context) -> #answer { self.tick(context) }
                fn finish(&mut self, context: &mut #context, outcome: #runtime::private::Outcome) {
                    if outcome == #runtime::private::Outcome::Aborted { self.abort(context) }
                }
                fn __run(&mut self, kept: &mut [#runtime::private::Cell], context: &mut #context) -> #answer { #run_inside }
                fn __finish(&mut self, kept: &mut [#runtime::private::Cell], context: &mut #context, outcome: #runtime::private::Outcome) {
                    #finish_inside
                }
            }
        }
    }

    /// The parameters as a value of their type, if there are any.
    pub fn params_value(&self) -> Option<TokenStream> {
        let (ty, names) = (self.params_type.as_ref()?, self.params.iter().map(|(name, _)| name));
        Some(quote!(params: #ty { #(#names),* },))
    }
}

/// A tree that names no context takes that of its first leaf.
fn home_of_leaves(runtime: &TokenStream, source: &Source) -> ast::Context {
    match source.first_leaf() {
        Some(made) => {
            let ty = &made.ty;
            ast::Context::Type(quote::quote_spanned!(made.span=> <#ty as #runtime::private::Home>::Context<'_>))
        }
        None => ast::Context::Type(quote!(())),
    }
}

/// The type of a tree without errors.
pub fn tree(generator: &Generator) -> TokenStream {
    let (runtime, interface) = (generator.runtime, generator.interface);
    let state = generator.region_type(0);
    let params = interface.params_type.as_ref().map(|_| quote!(params,));
    let params_value = interface.params_value();
    let last = generator.model.nodes.len();
    let (let_parts, inputs) = (quote!(let Self { #params state, kept } = self;), generator.inputs_on());
    let answer = |result: TokenStream| match interface.error {
        Some(_) => result,
        None => quote!(#runtime::private::without_error(#result)),
    };
    let tick = answer(quote!(#runtime::private::tick(state, kept, |state, kept| state.tick(#inputs))));
    let run_inside = answer(quote!(#runtime::private::settle(step, state)));
    interface.items(&Bodies {
        fields: quote!(state: #state, kept: #runtime::private::Kept<{ #state::KEPT[#last] }>),
        new: quote!(Self { #params_value state: #state::Idle, kept: #runtime::private::Kept::NEW }),
        tick: quote!(#let_parts #tick),
        abort: quote! {
            let Self { state, kept, .. } = self;
            #runtime::private::unless_panic(state, kept, |state, kept| state.abort(kept, context))
        },
        reset: quote!(self.state = #state::Idle; self.kept = #runtime::private::Kept::NEW;),
        is_running: quote!(!#runtime::private::matches!(self.state, #state::Idle)),
        active: quote!(self.state.active(from)),
        run_inside: quote! {
            let Self { #params state, .. } = self;
            let step = state.tick(#inputs);
            #run_inside
        },
        finish_inside: quote! {
            if outcome == #runtime::private::Outcome::Aborted { self.state.abort(kept, context) }
        },
        kept: quote!(#state::KEPT[#last]),
        shape: quote!(&#runtime::private::write_out::<{ #state::AT[#last] }>(&#state::NODES)),
        docs: draw::docs(generator.model),
    })
}

impl Source {
    fn first_leaf(&self) -> Option<&crate::tree::source::Made> {
        self.all().find_map(|code| match code {
            Code::Made(made) => Some(made),
            _ => None,
        })
    }
}
