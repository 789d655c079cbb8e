//! The functions for a tree that is a field of its context: `tick_in` and `lend`.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Bodies, Interface};

impl Interface {
    /// An unnamed tree cannot be a field, so it has no such functions.
    pub fn owned(&self, bodies: &Bodies) -> Option<TokenStream> {
        (!self.unnamed).then(|| {
            let (tick_in, lend) = (self.tick_in(bodies), self.lend());
            quote!(#tick_in #lend)
        })
    }

    /// The lifetimes of the context are those of the call, so that the closure's result borrows only from its argument.
    fn tick_in(&self, bodies: &Bodies) -> TokenStream {
        let (answer, name) = (self.answer(), self.method("tick_in"));
        let (lifetime, bounds) = self.without_time(bodies, "UntimedOwner");
        let ((parameters, context), needs_no_time) = (self.context.parameters(), self.needs_no_time(bodies));
        quote! {
            /// Ticks a tree that is a field of its own context: see `TreeFor::tick_in`.
            #[inline]
            pub fn #name<#lifetime #parameters>(
                owner: &mut #context, get: impl for<'__owner> __bt::FnMut(&'__owner mut #context) -> &'__owner mut Self,
            ) -> #answer #bounds {
                #needs_no_time
                __bt::tick_in(owner, get)
            }
        }
    }

    fn lend(&self) -> TokenStream {
        let name = self.method("lend");
        quote! {
            /// Takes the tree out of its owner, calls `work` with both, and puts the tree back: see `Tree::lend`.
            #[inline]
            pub fn #name<__Owner: ?__bt::Sized, __Done>(
                owner: &mut __Owner,
                get: impl __bt::FnMut(&mut __Owner) -> &mut Self,
                work: impl __bt::FnOnce(&mut Self, &mut __Owner) -> __Done,
            ) -> __Done {
                __bt::lend(owner, get, work)
            }
        }
    }
}
