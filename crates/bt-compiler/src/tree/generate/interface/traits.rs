//! The implementations of `Tree` and `TreeFor`, with which other code works on any tree.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Bodies, Interface};

impl Interface {
    /// The traits call the methods that the tree has anyway.
    pub fn tree_for(&self, bodies: &Bodies) -> TokenStream {
        let (name, allow, answer) = (&self.name, self.allow_each(), self.answer());
        let (generics, context, bounds) = self.context.for_tree(&self.error());
        let (place, stand_in) = (&bodies.place, self.stand_in());
        let (takes_time, constant) = self.takes_time(bodies).unzip();
        let context_of_sleep = self.context_of_sleep();
        quote! {
            #takes_time
            #allow
            impl __bt::GeneratedTree for #name {
                const __FACTS: __bt::Facts = Self::__TREE;
                #place
                #[inline]
                fn __stand_in(&self) -> Self { #stand_in }
            }
            #allow
            impl __bt::Display for #name {
                #[inline]
                fn fmt(&self, formatter: &mut __bt::Formatter<'_>) -> __bt::FormatResult { __bt::draw_tree(self, formatter) }
            }
            #allow
            impl #generics __bt::TreeFor<#context> for #name #bounds {
                type Answer = #answer;
                #constant
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
                #[inline]
                fn sleep(&self) -> __bt::Option<__bt::Duration> { self.sleep #context_of_sleep() }
            }
        }
    }

    /// In a generic context: the function that says whether the tree takes time there, and the constant that calls it. In
    /// a function of its own, rustc does not propose to add bounds to the tree.
    fn takes_time(&self, bodies: &Bodies) -> Option<(TokenStream, TokenStream)> {
        let (takes_time, allow) = (bodies.takes_time.as_ref()?, self.allow_each());
        let (name, generics, bounds) = (&self.name, self.context.generics(), self.context.bounds(&self.error()));
        let context = self.context.ty();
        let function = quote! {
            #allow
            const fn __takes_time #generics() -> __bt::bool #bounds { #name::__TREE.keeps_time() || #takes_time }
        };
        Some((
            function,
            quote!(
                const __TAKES_TIME: __bt::bool = __takes_time::<#context>();
            ),
        ))
    }
}
