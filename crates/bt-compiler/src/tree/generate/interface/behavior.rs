//! The implementations of `Behavior` and `Receive` for a tree, so that it can be a leaf of other trees.

use proc_macro2::{Span, TokenStream};
use quote::quote;

use super::{Bodies, Interface};
use crate::context::{MOST_OF_LEAF, function_type, lifetimes, message_with_lifetimes};

impl Interface {
    /// A named tree is a behavior. An unnamed one cannot be used in another tree, so it needs no implementation.
    pub fn behavior(&self, bodies: &Bodies) -> Option<TokenStream> {
        if self.unnamed {
            return None;
        }
        let mut name = self.name.clone();
        if self.context.is_generic() {
            // rustc proposes bounds after the name. At another place than in the other items, that is another error.
            name.set_span(Span::call_site());
        }
        let (allow, answer) = (self.allow_each(), self.answer());
        let (generics, context) = self.context.for_impl();
        let context_of_sleep = self.context_of_sleep();
        let (can, receive) = (&bodies.can, self.receive(bodies));
        // A public type cannot name its context in a trait, since the context may be private.
        let lifetimes: Vec<_> = lifetimes(MOST_OF_LEAF).collect();
        let function = function_type(&quote!(__bt), &lifetimes, &context);
        let home = (self.private && self.context.lifetimes() <= MOST_OF_LEAF && !self.context.is_generic())
            .then(|| quote!(impl __bt::LeafContext for #name { type Function = #function; }));
        Some(quote! {
            #home
            #receive
            #allow
            impl #generics __bt::Behavior<#context> for #name {
                type Answer = <#answer as __bt::TreeAnswer>::Inside;
                const TAKES_TIME: __bt::bool = <Self as __bt::HasMachine<#context>>::TAKES_TIME;
                const MUST_HEAR: __bt::bool = Self::__TREE.must_hear();
                #can
                #[inline]
                fn run(&mut self, context: &mut #context) -> Self::Answer { __bt::run_tree(self, context) }
                #[inline]
                fn run_for(&mut self, context: &mut #context, span: &mut __bt::Span) -> Self::Answer {
                    __bt::run_tree_for(self, context, span)
                }
                #[inline]
                fn finish(&mut self, context: &mut #context, outcome: __bt::Outcome) {
                    if outcome == __bt::Outcome::Aborted { self.abort(context) }
                }
                #[inline]
                fn sleep(&self) -> __bt::Option<__bt::Duration> { self.sleep #context_of_sleep() }
            }
        })
    }

    /// A tree that takes messages also takes them as a leaf. A message does not end the tree: its nodes react in the
    /// next tick.
    fn receive(&self, bodies: &Bodies) -> Option<TokenStream> {
        let (name, send, allow) = (&self.name, &bodies.send_inside, self.allow_each());
        let (message, lifetimes) = message_with_lifetimes(self.message.clone()?);
        let (parameters, context) = self.context.parameters();
        let generics = quote!(<#(#lifetimes,)* #parameters>);
        Some(quote! {
            #allow
            impl #generics __bt::Receive<#context, #message> for #name {
                #[inline]
                fn receive(&mut self, context: &mut #context, message: &#message) -> __bt::Status {
                    self.send(context, message);
                    __bt::Status::Running
                }
            }
            #allow
            impl #generics __bt::ReceiveInside<#context, #message> for #name {
                fn receive_inside<__Watch: __bt::Watch>(
                    &mut self,
                    node: usize,
                    context: &mut #context,
                    inputs: &mut __bt::TickInputs<'_, __Watch>,
                    message: &#message,
                ) -> __bt::Status {
                    #send
                    __bt::Status::Running
                }
            }
        })
    }
}
