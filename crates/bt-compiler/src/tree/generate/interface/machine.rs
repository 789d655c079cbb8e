//! The implementations of `Machine`, for the state of a tree, and of `HasMachine`, for the tree.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::{Bodies, Interface};
use crate::message::{addressed, is_relayed};
use crate::tree::generate::Generator;
use crate::tree::generate::regions::visit;
use crate::tree::ir::RegionId;

impl Interface {
    /// All by which other code works on any tree.
    pub fn has_machine(&self, bodies: &Bodies) -> TokenStream {
        let (name, allow, answer) = (&self.name, self.allow_each(), self.answer());
        let (generics, context, bounds) = self.context.for_tree(&self.error());
        let (place, stand_in, enter) = (&bodies.place, self.stand_in(), &bodies.enter);
        let is_whole = bodies.is_whole.as_ref();
        let is_whole = is_whole.map(|_| quote!(fn __is_whole(&self) -> __bt::bool { #name::__is_whole(self) }));
        let (saved_in_boxes, (takes_time, constant)) = (self.saved_in_boxes(), self.takes_time(bodies).unzip());
        let (context_of_sleep, addressed) = (self.context_of_sleep(), self.addressed());
        quote! {
            #takes_time
            #allow
            impl __bt::GeneratedTree for #name {
                const __FACTS: __bt::Facts = Self::__TREE;
                #place
                #[inline]
                fn __stand_in(&self) -> Self { #stand_in }
                #is_whole
                #saved_in_boxes
            }
            #allow
            impl __bt::Display for #name {
                fn fmt(&self, formatter: &mut __bt::Formatter<'_>) -> __bt::FormatResult {
                    __bt::draw_tree(self, formatter)
                }
            }
            #allow
            impl #generics __bt::HasMachine<#context> for #name #bounds {
                type Answer = #answer;
                #constant
                #[inline]
                fn enter<__Task: __bt::Task>(&mut self, context: &mut #context, task: __Task) -> __Task::Done<#answer> {
                    #enter
                }
                #[inline]
                fn reset(&mut self) { self.reset() }
                #[inline]
                fn sleep(&self) -> __bt::Option<__bt::Duration> { self.sleep #context_of_sleep() }
            }
            #addressed
        }
    }

    /// Which messages it takes in a box.
    fn addressed(&self) -> TokenStream {
        addressed(&quote!(__bt), &quote!(), &quote!(), &self.name.to_token_stream(), self.message.as_ref())
    }

    /// In a generic context: the function that says whether the tree takes time there, and the constant that calls it.
    /// In a function of its own, rustc does not propose to add bounds to the tree.
    fn takes_time(&self, bodies: &Bodies) -> Option<(TokenStream, TokenStream)> {
        let (takes_time, allow) = (bodies.takes_time.as_ref()?, self.allow_each());
        let (name, generics, bounds) = (&self.name, self.context.generics(), self.context.bounds(&self.error()));
        let context = self.context.ty();
        let function = quote! {
            #allow
            const fn __takes_time #generics() -> __bt::bool #bounds { #name::__TREE.is_timed() || #takes_time }
        };
        Some((
            function,
            quote!(
                const TAKES_TIME: __bt::bool = __takes_time::<#context>();
            ),
        ))
    }
}

impl Generator<'_> {
    /// What makes the state of the root region the state of a whole tree.
    pub fn root_machine(&self) -> TokenStream {
        let (root, interface) = (RegionId(0), self.interface);
        let (runtime, name, tree) = (&self.runtime, self.region_type(root), &interface.name);
        let (allow, answer, links) = (interface.allow_each(), interface.answer(), self.links());
        let (generics, context, bounds) = interface.context.for_tree(&interface.error());
        let params = interface.params_type.as_ref().map_or_else(|| quote!(()), |params| quote!(#params));
        let (claims, [tick, visit]) = (self.claims_when_used(), self.machine_functions());
        let relay = self.relay(&context);
        quote! {
            impl #runtime::TreeState for #name {
                const IDLE: Self = Self::Idle;
                const FACTS: #runtime::Facts = #tree::__TREE;
                const OFFSETS: &'static [usize] = &Self::OFFSETS;
                const POSITIONS: &'static [usize] = &Self::POSITIONS;
                const LINKS: &'static [u8] = #links;
            }
            #allow
            impl #generics #runtime::Machine<#context> for #name #bounds {
                type Params = #params;
                type Answer = #answer;
                #[cfg_attr(not(debug_assertions), inline(always))]
                fn tick_machine<__Watch: #runtime::Watch>(
                    &mut self,
                    params: &#params,
                    value: &mut #runtime::Option<<#answer as #runtime::Answer>::Value>,
                    context: &mut #context,
                    inputs: &mut #runtime::TickInputs<'_, __Watch>,
                ) -> #runtime::Step<<#answer as #runtime::Answer>::Error> {
                    #claims
                    #tick
                }
                #[inline]
                fn visit_machine<__Visit: #runtime::Visit, __Watch: #runtime::Watch>(
                    &mut self,
                    params: &#params,
                    context: &mut #context,
                    inputs: &mut #runtime::TickInputs<'_, __Watch>,
                    by: &__Visit,
                ) {
                    #visit
                }
                #relay
            }
        }
    }

    /// The bodies of `tick_machine` and `visit_machine`.
    fn machine_functions(&self) -> [TokenStream; 2] {
        let root = RegionId(0);
        if !self.is_in_machine(root) {
            let inputs = self.inputs_to(root, quote!(value));
            return [quote!(self.tick(#inputs)), self.visit(quote!(self), root, quote!(by))];
        }
        [self.part_body(root, self.tree.machine[root].entry), visit::body(self, root)]
    }

    /// A tree whose header names a message hears that from the tree around it, and no other one.
    fn relay(&self, context: &TokenStream) -> Option<TokenStream> {
        let (runtime, message) = (&self.runtime, self.tree.header.message.as_ref()?);
        let params = self.interface.params_type.as_ref().map_or_else(|| quote!(()), |params| quote!(#params));
        let send = is_relayed(message).then(|| {
            quote! {
                if let #runtime::Some(message) = (message as &dyn #runtime::Any).downcast_ref::<#message>() {
                    self.send(context, inputs, message);
                }
            }
        });
        Some(quote! {
            fn relay<__Message: #runtime::Any, __Watch: #runtime::Watch>(
                &mut self,
                _: &#params,
                context: &mut #context,
                inputs: &mut #runtime::TickInputs<'_, __Watch>,
                message: &__Message,
            ) {
                #send
            }
        })
    }
}
