//! The implementations of `Tree` and `TreeFor`, with which other code works on any tree.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Bodies, Interface};

impl Interface {
    /// The traits call the methods that the tree has anyway.
    pub fn tree_for(&self, bodies: &Bodies) -> TokenStream {
        let (name, allow, answer) = (&self.name, self.allow_each(), self.answer());
        let ((generics, context), bounds) = (self.context.for_impl(), self.context.bounds(&self.error()));
        let place = &bodies.place;
        quote! {
            #allow
            impl __bt::GeneratedTree for #name {
                const __FACTS: __bt::Facts = Self::__TREE;
                #place
            }
            #allow
            impl #generics __bt::TreeFor<#context> for #name #bounds {
                type Answer = #answer;
                #[inline]
                fn tick_for(&mut self, time: impl __bt::IntoDuration, context: &mut #context) -> #answer {
                    self.tick_for(time, context)
                }
                #[inline]
                fn tick_for_with<__Observer: __bt::TreeObserver + ?__bt::Sized>(
                    &mut self, time: impl __bt::IntoDuration, context: &mut #context, observer: &mut __Observer,
                ) -> #answer {
                    self.tick_for_with(time, context, observer)
                }
                #[inline]
                fn abort(&mut self, context: &mut #context) { self.abort(context) }
                #[inline]
                fn abort_with<__Observer: __bt::TreeObserver + ?__bt::Sized>(
                    &mut self, context: &mut #context, observer: &mut __Observer,
                ) {
                    self.abort_with(context, observer)
                }
                #[inline]
                fn reset(&mut self) { self.reset() }
                #[inline]
                fn is_running(&self) -> bool { self.is_running() }
            }
        }
    }
}
