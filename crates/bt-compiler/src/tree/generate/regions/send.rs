//! The function of a region that hands a message to its active leaves.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::alike::in_tree_order;
use crate::tree::generate::values::{context_at, own};
use crate::tree::generate::{Generator, index};
use crate::tree::ir::{Holds, Place, PlaceId, RegionId};

/// Writes the function. Each active leaf that takes the message gets it.
pub fn send(generator: &Generator, id: RegionId, message: &TokenStream) -> TokenStream {
    let runtime = &generator.runtime;
    let (generics, inputs) = (generator.context().generics_of_part(runtime), generator.inputs_without_params());
    let bounds = generator.context().bounds(&generator.error());
    let arms = in_tree_order(generator, id).filter_map(|place| send_arm(generator, id, place));
    quote! {
        fn send #generics(&mut self, #inputs, message: &#message) #bounds {
            use #runtime::{Hears as _, Ignores as _, Mishears as _};
            match self {
                #(#arms)*
                _ => {}
            }
        }
    }
}

fn send_arm(generator: &Generator, region: RegionId, id: PlaceId) -> Option<TokenStream> {
    let runtime = &generator.runtime;
    let Place { node, holds } = &generator.machine[region][id];
    let name = generator.names.place(region, id);
    match holds {
        Holds::Nothing | Holds::Begin => None,
        Holds::Leaf(leaf) => {
            let made = generator.made(*leaf);
            let (at, node) = (made.span, index(node.0));
            let (there, leaf, context) = (generator.runtime_at(at), generator.held(made), context_at(at));
            let [inputs, message] = ["inputs", "message"].map(|name| own(name, at));
            let tell = quote_spanned! {at=>
                #there::Tell::new(#leaf, &*#context, #message).__listener().tell(#node, #context, #inputs)
            };
            Some(quote! {
                Self::#name(place) => {
                    if let #runtime::MessageSlot::Active(#leaf) = place
                        && let #runtime::Some(success) = #tell
                    {
                        *place = #runtime::MessageSlot::Ended(success);
                    }
                }
            })
        }
        Holds::Frame(_) => {
            let states = generator.frame_states(region, id);
            let any = !states.is_empty();
            any.then(|| quote!(Self::#name { #(#states,)* .. } => { #(#states.send(context, inputs, message);)* }))
        }
    }
}
