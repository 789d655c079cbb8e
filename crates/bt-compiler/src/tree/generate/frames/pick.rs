//! The frame of `random_sequence`, `random_selector` and `utility`: picks the next child among those that are left.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::FrameCode;
use crate::tokens::own;
use crate::tree::generate::{Generator, index};
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::{Pick, PickBy};

impl FrameCode for Pick {
    fn tick(&self, generator: &Generator, node: NodeId) -> TokenStream {
        let Pick { go_on_after, child, .. } = *self;
        let (inputs, state) = (generator.inputs_of_region(child), generator.region_type(child));
        let picked = picked(&self.by, generator, node);
        let (run_out, end) = (generator.ended(go_on_after), generator.ended(!go_on_after));
        let turn =
            generator.after_either(quote!(child.tick(&mut turn, #inputs)), go_on_after, quote!(), quote!(return #end));
        quote! {
            let mut turn = 0;
            loop {
                if let #state::Idle = child {
                    if left.is_empty() {
                        return #run_out;
                    }
                    turn = #picked as u32 + 1;
                }
                #turn
            }
        }
    }
}

/// The number of the next child.
fn picked(by: &PickBy, generator: &Generator, node: NodeId) -> TokenStream {
    match by {
        PickBy::Chance => {
            let (at, number) = (generator.span(node), index(node.0));
            let (left, rng) = (own("left", at), generator.context_with("draws", at));
            let drawn = quote_spanned!(at=> #left.draw(#rng));
            quote!(inputs.drawn(#number, #drawn))
        }
        PickBy::Score(scores) => {
            let scores = scores.iter().enumerate();
            let arms = scores.map(|(child, &score)| {
                let score = generator.scored(score, child, node);
                quote!(#child => #score,)
            });
            quote!(left.best(|child| match child { #(#arms)* _ => 0.0 }))
        }
    }
}
