//! The methods of a tree. Their docs and signatures are the same for all trees.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::{Bodies, Interface};

impl Interface {
    /// `new` and `tick` are always inlined: without optimization, they would get a codegen unit of their own.
    pub fn methods(&self, bodies: &Bodies) -> TokenStream {
        let name = &self.name;
        let (allow, answer) = (self.allow_each(), self.answer());
        let (context, generics) = (self.context.ty(), self.context.generics());
        let bounds = self.context.bounds(&self.error());
        let params = self.params.iter().map(|param| (&param.name, &param.ty)).map(|(name, ty)| quote!(#name: #ty));
        let Bodies { new, look, reset, is_running, active, sleep, tree, .. } = bodies;
        let is_whole = bodies
            .is_whole
            .as_ref()
            .map(|is_whole| quote!(#[doc(hidden)] pub fn __is_whole(&self) -> __bt::bool { #is_whole }));
        let names_context = self.context_of_sleep().map(|_| {
            let docs = " The context is not an argument, so name its type: `tree.sleep::<Room>()`.";
            quote!(#[doc = ""] #[doc = #docs])
        });
        let (generics_of_sleep, bounds_of_sleep) = self.generics_of_sleep();
        let (send, observed, owned) = (self.send(bodies), self.observed(bodies), self.owned(bodies));
        let tick_in_an_instant = self.tick_in_an_instant(bodies);
        let (new_name, tick_for, abort_name) = (self.method("new"), self.method("tick_for"), self.method("abort"));
        let tree = quote_spanned!(name.span()=> pub const __TREE: __bt::Facts = #tree;);
        quote! {
            #allow
            impl #name {
                #[doc(hidden)]
                #tree

                /// A tree that has not started.
                #[inline(always)]
                pub const fn #new_name(#(#params),*) -> Self { #new }

                #tick_in_an_instant

                /// Ticks the tree for a span of time: runs it until it ends or has to wait for longer than that.
                #[inline]
                pub fn #tick_for #generics(
                    &mut self,
                    time: impl __bt::IntoDuration,
                    context: &mut #context,
                ) -> #answer #bounds {
                    __bt::tick_for(self, time, context)
                }

                /// Aborts the active nodes: each active leaf gets `finish` with `Aborted`.
                #[inline]
                pub fn #abort_name #generics(&mut self, context: &mut #context) #bounds { __bt::abort(self, context) }

                #send

                #observed

                #owned

                /// Makes each `observe` tick its child in the next tick, even if its key has not changed.
                #[inline]
                pub fn look(&mut self) { #look }

                /// Returns the tree to its initial state without calling any hook.
                #[inline]
                pub fn reset(&mut self) { #reset }

                /// Whether the tree has started and not ended yet.
                #[inline]
                pub const fn is_running(&self) -> bool { #is_running }

                /// The active nodes, each before its children.
                #[inline]
                pub fn active(&self) -> impl __bt::Iterator<Item = __bt::NodeInfo> + '_ {
                    __bt::active(Self::__TREE, |node, search| self.__seek(node, search))
                }

                /// How long you can skip ticks without any effect: see `TreeFor::sleep`.
                #names_context
                #[inline]
                pub fn sleep #generics_of_sleep(&self) -> __bt::Option<__bt::Duration> #bounds_of_sleep { #sleep }

                #is_whole

                #[doc(hidden)]
                #[inline]
                pub fn __seek(&self, at: usize, search: __bt::Search<'_>) -> __bt::Option<usize> { #active }
            }
        }
    }

    /// `tick`, which takes no time. Calling it on a tree that needs `tick_for` is an error.
    fn tick_in_an_instant(&self, bodies: &Bodies) -> TokenStream {
        let (answer, context, tick) = (self.answer(), self.context.ty(), self.method("tick"));
        let (lifetime, bounds) = self.without_time(bodies, "Untimed");
        let (parameter, needs_no_time) = (self.context.parameter(), self.needs_no_time(bodies));
        let generics = (lifetime.is_some() || parameter.is_some()).then(|| quote!(<#lifetime #parameter>));
        quote! {
            /// Ticks the tree: runs it until it ends or has to wait. If it uses time, call `tick_for` instead.
            #[inline(always)]
            pub fn #tick #generics(&mut self, context: &mut #context) -> #answer #bounds {
                #needs_no_time
                self.tick_for(__bt::Duration::ZERO, context)
            }
        }
    }

    /// With a generic context, it is only known where the tree is used whether its leaves take time.
    pub fn needs_no_time(&self, bodies: &Bodies) -> Option<TokenStream> {
        let context = self.context.ty();
        bodies
            .takes_time
            .as_ref()
            .map(|_| quote!(const { __bt::needs_no_time(<Self as __bt::HasMachine<#context>>::TAKES_TIME) }))
    }

    /// The lifetime and the bounds that make it an error to call a method on a tree that needs `tick_for`.
    pub fn without_time(&self, bodies: &Bodies, bound: &str) -> (Option<TokenStream>, Option<TokenStream>) {
        let bounds = self.context.bounds(&self.error());
        if !bodies.may_keep_time {
            return (None, bounds);
        }
        let bounds = bounds.unwrap_or_else(|| quote!(where));
        let bound = Ident::new(bound, Span::call_site());
        let untimed = quote!(__bt::WithoutTime<'__call, { !Self::__TREE.is_timed() }>: __bt::#bound);
        (Some(quote!('__call,)), Some(quote!(#bounds #untimed)))
    }

    fn send(&self, bodies: &Bodies) -> TokenStream {
        let (send, name) = (&bodies.send, self.method("send"));
        let Some(message) = &self.message else { return self.takes_no_messages() };
        let (context, generics, bounds) =
            (self.context.ty(), self.context.generics(), self.context.bounds(&self.error()));
        quote! {
            /// Sends a message to the active leaves, in the order of the tree.
            #[inline]
            pub fn #name #generics(&mut self, context: &mut #context, message: &#message) #bounds { #send }
        }
    }

    /// A `send` that fails to compile when called, with an error that says what is missing.
    fn takes_no_messages(&self) -> TokenStream {
        let name = self.method("send");
        quote! {
            #[doc(hidden)]
            pub fn #name<'__call, __Any: ?__bt::Sized, __Message: ?__bt::Sized>(&mut self, _: &mut __Any, _: &__Message)
            where __bt::Unaddressed<'__call, Self>: __bt::TakesMessages {}
        }
    }
}
