//! The function of a region that passes a message to its active leaves.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::alike::in_tree_order;
use crate::message::others;
use crate::tokens::own;
use crate::tree::generate::values::context_at;
use crate::tree::generate::{Generator, index};
use crate::tree::ir::{CodeId, Holds, PlaceId, RegionId};

/// Writes the function of a tree whose header names the message type. Each active leaf that takes messages gets one.
pub fn send(generator: &Generator, id: RegionId, message: &TokenStream) -> TokenStream {
    let runtime = &generator.runtime;
    let (generics, inputs) = (generator.context().generics_of_part(runtime), generator.inputs_without_params());
    let bounds = generator.context().bounds(&generator.error());
    let arms = arms(generator, id, |leaf, place| {
        let (made, node) = (generator.made(leaf), index(generator.tree.machine[id][place].node.0));
        let (at, leaf) = (made.span, generator.held(made));
        let (deliver, place) = (deliver(generator, at, &leaf, &node.to_token_stream()), own("place", at));
        quote! {
            if let #runtime::MessageSlot::Active(#leaf) = #place
                && let #runtime::Some(success) = #deliver
            {
                *#place = #runtime::MessageSlot::Ended(success);
            }
        }
    });
    let others = others(message);
    quote! {
        fn send #generics(&mut self, #inputs, message: &#message) #bounds {
            use #runtime::{Hears as _, Mishears as _, #others as _};
            match self { #arms _ => {} }
        }
    }
}

/// Sends the message to a leaf, entirely at the user's token. A leaf that takes other messages is reported there.
pub fn deliver(generator: &Generator, at: Span, leaf: &Ident, node: &TokenStream) -> TokenStream {
    let (there, context) = (generator.runtime_at(at), context_at(at));
    let [inputs, message] = ["inputs", "message"].map(|name| own(name, at));
    let listener = quote_spanned!(at=> #there::Deliver::new(#leaf, &*#context, #message).__listener());
    quote_spanned!(at=> #listener.deliver(#node, #context, #inputs))
}

/// An arm for each place. `leaf` writes what to do with the leaf in the slot `place`; the states of children are
/// visited in turn.
fn arms(generator: &Generator, id: RegionId, leaf: impl Fn(CodeId, PlaceId) -> TokenStream) -> TokenStream {
    let arms = in_tree_order(generator, id).filter_map(|place| {
        let name = generator.names.place(id, place);
        match &generator.tree.machine[id][place].holds {
            Holds::Nothing | Holds::Begin => None,
            Holds::Leaf(code) => {
                let (slot, delivered) = (own("place", generator.made(*code).span), leaf(*code, place));
                Some(quote!(Self::#name(#slot) => { #delivered }))
            }
            Holds::Frame(_) => {
                let states = generator.frame_states(id, place);
                let any = !states.is_empty();
                let delivered = quote!(#(#states.send(context, inputs, message);)*);
                any.then(|| quote!(Self::#name { #(#states,)* .. } => { #delivered }))
            }
        }
    });
    arms.collect()
}
