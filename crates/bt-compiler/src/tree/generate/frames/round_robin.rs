//! The frame of `round_robin`: how many children have failed since it started.

use proc_macro2::TokenStream;
use quote::quote;

use super::FrameCode;
use crate::tree::generate::{Generator, index};
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::RoundRobin;

impl FrameCode for RoundRobin {
    fn tick(&self, generator: &Generator, _: NodeId) -> TokenStream {
        let (runtime, inputs, state) =
            (&generator.runtime, generator.inputs_of_region(self.child), generator.region_type(self.child));
        let (cell, children) = (self.cell.0, index(self.begins.len()));
        let (last, others) = self.begins.split_last().expect("composites have children");
        let others = others.iter().enumerate().map(|(number, &begin)| {
            let begin = generator.names.place(self.child, begin);
            quote!(#number => #state::#begin,)
        });
        let last = generator.names.place(self.child, *last);
        quote! {
            loop {
                if #runtime::matches!(child, #state::Idle) {
                    *child = match inputs.turn(#cell, *failed, #children) { #(#others)* _ => #state::#last };
                }
                match child.tick(#inputs) {
                    #runtime::Failure => *failed += 1,
                    step => {
                        if #runtime::matches!(step, #runtime::Success) {
                            inputs.pass_turn(#cell, *failed, #children);
                        }
                        return step;
                    }
                }
                // The last child that was tried is just before the first one, so the turn does not move.
                if *failed as usize == #children {
                    return #runtime::Failure;
                }
            }
        }
    }
}
