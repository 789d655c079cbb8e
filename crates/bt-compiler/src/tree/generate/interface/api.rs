//! The type that a tree declares, and what users call.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use crate::tree::ast::{self, Header, Param};
use crate::tree::draw;
use crate::tree::generate::Generator;
use crate::tree::generate::context::Context;
use crate::tree::source::{Made, Source};

/// What users see of a tree, made from its header alone: so a tree with mistakes has it, too.
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

/// What the methods of a tree do; the docs and signatures are the same for all trees.
pub struct Bodies {
    pub fields: TokenStream,
    pub new: TokenStream,
    pub tick: TokenStream,
    pub tick_with: TokenStream,
    /// Whether there can be nodes for which a tick must take time.
    pub may_keep_time: bool,
    pub abort: TokenStream,
    pub abort_with: TokenStream,
    pub send: TokenStream,
    pub send_with: TokenStream,
    pub look: TokenStream,
    pub reset: TokenStream,
    pub is_running: TokenStream,
    pub active: TokenStream,
    /// What it can return, if that is not everything.
    pub can: Option<TokenStream>,
    pub run_inside: TokenStream,
    pub abort_inside: TokenStream,
    pub send_inside: TokenStream,
    /// Its constant facts.
    pub tree: TokenStream,
    /// Where it waits.
    pub place: TokenStream,
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
            context: Context::new(&header.context.clone().unwrap_or_else(|| of_nodes(runtime, source))),
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

    /// The derives, which go to all parts of the state.
    pub fn derive(&self) -> Option<TokenStream> {
        let derives = &self.derives;
        (!derives.is_empty()).then(|| quote!(#[derive(#(#derives),*)]))
    }

    /// Generated code is not for lints to judge.
    pub fn allow(&self) -> TokenStream {
        quote!(#[allow(unused, unused_qualifications, nonstandard_style, clippy::all)])
    }

    /// The same for functions, which may have a private context. What stands in one block has it once.
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

    /// The type with all that belongs to it; an unnamed tree is the value of a block.
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

    /// The name of a method, which rustc shows where it is called wrongly: so it stands at the name of the tree. Where
    /// there are bounds, rustc would propose to add more of them there.
    pub fn method(&self, name: &str) -> Ident {
        let span = if self.context.is_generic() { Span::call_site() } else { self.name.span() };
        Ident::new(name, span)
    }

    fn declared(&self, bodies: &Bodies) -> TokenStream {
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

    fn methods(&self, bodies: &Bodies) -> TokenStream {
        let name = &self.name;
        let (allow, answer) = (self.allow_each(), self.answer());
        let (context, generics) = (self.context.ty(), self.context.generics());
        let bounds = self.context.bounds(&self.error());
        let params = self.params.iter().map(|(name, ty)| quote!(#name: #ty));
        let Bodies { new, tick, abort, look, reset, is_running, active, tree, .. } = bodies;
        let (send, observed) = (self.send(bodies), self.observed(bodies));
        let tick_in_an_instant = self.tick_in_an_instant(bodies);
        let (new_name, tick_for, abort_name) = (self.method("new"), self.method("tick_for"), self.method("abort"));
        let tree = quote_spanned!(name.span()=> pub const __TREE: __bt::Facts = #tree;);
        quote! {
            #allow
            impl #name {
                #[doc(hidden)]
                #tree

                /// A tree that has not started.
                #[inline]
                pub const fn #new_name(#(#params),*) -> Self { #new }

                #tick_in_an_instant

                /// Runs the tree for a time, until it has to wait longer or has ended.
                #[inline]
                pub fn #tick_for #generics(&mut self, time: impl __bt::IntoDuration, context: &mut #context) -> #answer #bounds {
                    #tick
                }

                /// Aborts the active nodes: each of their leaves gets `finish` with `Aborted`.
                #[inline]
                pub fn #abort_name #generics(&mut self, context: &mut #context) #bounds { #abort }

                #send

                #observed

                /// In the next tick, all that is observed is looked at, whether its key has changed or not.
                #[inline]
                pub fn look(&mut self) { #look }

                /// Forgets everything and calls no hook.
                #[inline]
                pub fn reset(&mut self) { #reset }

                /// Whether the tree is waiting to go on.
                #[inline]
                pub const fn is_running(&self) -> bool { #is_running }

                /// The active nodes, each before its children.
                #[inline]
                pub fn active(&self) -> impl __bt::Iterator<Item = __bt::NodeInfo> + '_ {
                    __bt::active(Self::__TREE, |node, search| self.__active(node, search))
                }

                #[doc(hidden)]
                #[inline]
                pub fn __active(&self, node: usize, search: __bt::Search) -> __bt::Option<usize> { #active }
            }
        }
    }

    /// A tick that takes no time. A tree that keeps time refuses it, where it is called.
    fn tick_in_an_instant(&self, bodies: &Bodies) -> TokenStream {
        let (answer, context, tick) = (self.answer(), self.context.ty(), self.method("tick"));
        let (lifetime, bounds) = self.without_time(bodies);
        let parameter = self.context.parameter();
        let generics = (lifetime.is_some() || parameter.is_some()).then(|| quote!(<#lifetime #parameter>));
        let refuses = bodies.may_keep_time.then(|| {
            quote! {
                ///
                /// A tree that keeps time refuses this: it needs `tick_for`.
            }
        });
        quote! {
            /// Runs the tree until it has to wait or has ended. After it has ended, the next tick starts afresh.
            #refuses
            #[inline]
            pub fn #tick #generics(&mut self, context: &mut #context) -> #answer #bounds {
                self.tick_for(__bt::Duration::ZERO, context)
            }
        }
    }

    /// A lifetime, and the bounds of a method that a tree refuses if it keeps time.
    pub fn without_time(&self, bodies: &Bodies) -> (Option<TokenStream>, Option<TokenStream>) {
        let bounds = self.context.bounds(&self.error());
        if !bodies.may_keep_time {
            return (None, bounds);
        }
        let bounds = bounds.unwrap_or_else(|| quote!(where));
        let untimed = quote!(__bt::WithoutTime<'__call, { !Self::__TREE.keeps_time() }>: __bt::Untimed);
        (Some(quote!('__call,)), Some(quote!(#bounds #untimed)))
    }

    fn send(&self, bodies: &Bodies) -> Option<TokenStream> {
        let (message, send, name) = (self.message.as_ref()?, &bodies.send, self.method("send"));
        let (context, generics, bounds) =
            (self.context.ty(), self.context.generics(), self.context.bounds(&self.error()));
        Some(quote! {
            /// Hands a message to the active leaves, each before those that come after it in the tree.
            #[inline]
                pub fn #name #generics(&mut self, context: &mut #context, message: &#message) #bounds { #send }
        })
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

    /// A tree is a behavior itself, so that it can stand as a leaf.
    fn behavior(&self, bodies: &Bodies) -> Option<TokenStream> {
        if self.unnamed {
            return None;
        }
        let name = &self.name;
        let (allow, answer) = (self.allow_each(), self.answer());
        let (generics, context) = self.context.for_impl();
        let Bodies { run_inside, abort_inside, can, .. } = bodies;
        let receive = self.receive(bodies);
        // A public type must not say in a trait what its context is, since that may be private.
        let home = (self.private && !self.context.is_generic())
            .then(|| quote!(impl __bt::LeafContext for #name { type Context<'__context> = #context; }));
        Some(quote! {
            #home
            #receive
            #allow
            impl #generics __bt::Behavior<#context> for #name {
                type Answer = #answer;
                #can
                #[inline]
                fn run(&mut self, context: &mut #context) -> #answer {
                    self.tick_for(__bt::Duration::ZERO, context)
                }
                #[inline]
                fn finish(&mut self, context: &mut #context, outcome: __bt::Outcome) {
                    if outcome == __bt::Outcome::Aborted { self.abort(context) }
                }
                fn __run<__Watch: __bt::Watch>(&mut self, node: usize, context: &mut #context, inputs: &mut __bt::TickInputs<'_, __Watch>) -> #answer { #run_inside }
                fn __finish<__Watch: __bt::Watch>(&mut self, node: usize, context: &mut #context, inputs: &mut __bt::TickInputs<'_, __Watch>, outcome: __bt::Outcome) {
                    if outcome == __bt::Outcome::Aborted { #abort_inside }
                }
            }
        })
    }

    /// A tree that takes messages takes them as a leaf, too. They do not end it: its parents react in the next tick.
    fn receive(&self, bodies: &Bodies) -> Option<TokenStream> {
        let (name, message, send) = (&self.name, self.message.as_ref()?, &bodies.send_inside);
        let (allow, (generics, context)) = (self.allow_each(), self.context.for_impl());
        Some(quote! {
            #allow
            impl #generics __bt::Receive<#context, #message> for #name {
                #[inline]
                fn receive(&mut self, context: &mut #context, message: &#message) -> __bt::Status {
                    self.send(context, message);
                    __bt::Status::Running
                }
                fn __receive<__Watch: __bt::Watch>(
                    &mut self, node: usize, context: &mut #context, inputs: &mut __bt::TickInputs<'_, __Watch>, message: &#message,
                ) -> __bt::Status {
                    #send
                    __bt::Status::Running
                }
            }
        })
    }

    /// The parameters as a value of their type, if there are any.
    pub fn params_value(&self) -> Option<TokenStream> {
        let (ty, names) = (self.params_type.as_ref()?, self.params.iter().map(|(name, _)| name));
        Some(quote!(__params: #ty { #(#names),* },))
    }
}

/// The context of a tree that names none is any that suits its leaves and decorators. Closures need to know which: that
/// of the first leaf.
fn of_nodes(runtime: &TokenStream, source: &Source) -> ast::Context {
    match source.leaves().next() {
        Some(Made { ty, span, .. }) if source.has_closures() => {
            ast::Context::Type(quote_spanned!(*span=> <#ty as #runtime::LeafContext>::Context<'_>))
        }
        _ => ast::Context::OfNodes(source.types().collect()),
    }
}

/// The methods of a tree without errors.
pub fn bodies(generator: &Generator) -> Bodies {
    let (runtime, interface, state) = (&generator.interface.runtime, generator.interface, generator.region_type(0));
    let (name, params) = (&interface.name, interface.params_type.as_ref().map(|_| quote!(__params: params,)));
    let params_value = interface.params_value();
    let machine = generator.machine;
    let timed = machine.keeps_time().then(|| quote!(.timed()));
    let clocked = machine.keeps_clock().then(|| quote!(.clocked()));
    let looking = machine.looks().then(|| quote!(.looking()));
    let inputs = generator.inputs_on();
    let answer = |result: TokenStream| match interface.error {
        Some(_) => result,
        None => quote!(__bt::without_error(#result)),
    };
    let tick = |watch: TokenStream| {
        let tick = answer(quote!(__bt::tick(state, kept, time, #watch, |state, inputs| state.tick(#inputs))));
        quote!(let Self { #params __state: state, __kept: kept } = self; #tick)
    };
    let instantly = |watch: TokenStream, work: TokenStream| quote!(__bt::between_ticks(&mut self.__state, &mut self.__kept, #watch, |state, inputs| #work));
    let watching = quote!(__bt::Observed::new::<#state>(observer));
    let tick_with = tick(watching.clone());
    let tick = tick(quote!(()));
    let (abort, send) = (quote!(state.abort(context, inputs)), quote!(state.send(context, inputs, message)));
    let needs = generator.needs_when_used();
    let settle = answer(quote!(__bt::settle(step, state)));
    Bodies {
        fields: quote!(__state: #state, __kept: #runtime::Kept<{ #name::__TREE.kept() }>),
        new: quote!(Self { #params_value __state: #state::Idle, __kept: __bt::Kept::NEW }),
        tick: quote!(#needs #tick),
        tick_with,
        may_keep_time: machine.keeps_time() || generator.source.leaves().any(|leaf| leaf.may_be_tree),
        abort: instantly(quote!(()), abort.clone()),
        abort_with: instantly(watching.clone(), abort),
        send: instantly(quote!(()), send.clone()),
        send_with: instantly(watching, send),
        look: quote!(Self::__TREE.look(self.__kept.cells());),
        reset: quote!(self.__state = #state::Idle; self.__kept = __bt::Kept::NEW;),
        is_running: quote!(if let #state::Idle = self.__state { false } else { true }),
        active: quote!(self.__state.active(search.inside(node, <#state as __bt::TreeState>::POSITIONS))),
        can: generator.can(),
        run_inside: quote! {
            let Self { #params __state: state, .. } = self;
            let step = inputs.inside_tree::<#state, _>(node, |inputs| state.tick(#inputs));
            #settle
        },
        abort_inside: quote!(inputs.inside_tree::<#state, _>(node, |inputs| self.__state.abort(context, inputs))),
        send_inside: quote!(inputs.inside_tree::<#state, _>(node, |inputs| self.__state.send(context, inputs, message));),
        tree: quote_spanned!(interface.name.span()=> #state::NODES #timed #clocked #looking),
        place: super::place::place(generator),
        docs: draw::docs(generator.model),
    }
}
