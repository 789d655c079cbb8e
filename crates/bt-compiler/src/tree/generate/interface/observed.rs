//! The methods that take an observer: `tick_with`, `tick_for_with`, `abort_with` and `send_with`.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Bodies, Interface};

impl Interface {
    /// The methods that take an observer.
    pub fn observed(&self, bodies: &Bodies) -> TokenStream {
        let (answer, context) = (self.answer(), self.context.ty());
        let (generics, bounds) = (self.generics_with_observer(None), self.context.bounds(&self.error()));
        let [tick_for_with, abort_with] = ["tick_for_with", "abort_with"].map(|name| self.method(name));
        let (tick_in_an_instant, send) = (self.tick_in_an_instant_with(bodies), self.send_with(bodies));
        quote! {
            #tick_in_an_instant

            /// Ticks the tree like `tick_for`, and reports events to an observer.
            #[inline]
            pub fn #tick_for_with #generics(
                &mut self, time: impl __bt::IntoDuration, context: &mut #context, observer: &mut __Observer,
            ) -> #answer #bounds {
                __bt::tick_for_with(self, time, context, observer)
            }

            /// Aborts the active nodes like `abort`, and reports events to an observer.
            #[inline]
            pub fn #abort_with #generics(&mut self, context: &mut #context, observer: &mut __Observer) #bounds {
                __bt::abort_with(self, context, observer)
            }

            #send
        }
    }

    fn generics_with_observer(&self, lifetime: Option<TokenStream>) -> TokenStream {
        let context = self.context.parameter().map(|parameter| quote!(#parameter,));
        quote!(<#lifetime #context __Observer: __bt::TreeObserver + ?__bt::Sized>)
    }

    fn tick_in_an_instant_with(&self, bodies: &Bodies) -> TokenStream {
        let (answer, context, name) = (self.answer(), self.context.ty(), self.method("tick_with"));
        let (lifetime, bounds) = self.without_time(bodies, "Untimed");
        let (generics, needs_no_time) = (self.generics_with_observer(lifetime), self.needs_no_time(bodies));
        quote! {
            /// Ticks the tree like `tick`, and reports events to an observer.
            #[inline]
            pub fn #name #generics(&mut self, context: &mut #context, observer: &mut __Observer) -> #answer #bounds {
                #needs_no_time
                self.tick_for_with(__bt::Duration::ZERO, context, observer)
            }
        }
    }

    fn send_with(&self, bodies: &Bodies) -> Option<TokenStream> {
        let (message, send, name) = (self.message.as_ref()?, &bodies.send_with, self.method("send_with"));
        let (context, bounds) = (self.context.ty(), self.context.bounds(&self.error()));
        let generics = self.generics_with_observer(None);
        Some(quote! {
            /// Sends a message to the active leaves like `send`, and reports events to an observer.
            #[inline]
            pub fn #name #generics(&mut self, context: &mut #context, message: &#message, observer: &mut __Observer)
            #bounds {
                if !__bt::TreeObserver::is_enabled(observer) {
                    return self.send(context, message);
                }
                #send
            }
        })
    }
}
