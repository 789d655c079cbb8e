//! The implementations of `Behavior` and `Receive` for a tree, so that it can be a leaf of other trees.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Bodies, Interface};

impl Interface {
    /// A tree with a name is a behavior itself. An unnamed one has no name to stand in another tree.
    pub fn behavior(&self, bodies: &Bodies) -> Option<TokenStream> {
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

    /// A tree that takes messages also takes them as a leaf. A message does not end it: its parents react in the next
    /// tick.
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
}
