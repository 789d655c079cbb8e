//! The frame of `round_robin`: how many children have failed since it started.

use proc_macro2::TokenStream;
use quote::quote;

use super::FrameCode;
use crate::tree::generate::{Generator, index};
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::RoundRobin;

impl FrameCode for RoundRobin {
    fn tick(&self, generator: &Generator, _: NodeId) -> TokenStream {
        let (runtime, inputs) = (&generator.runtime, generator.inputs_of_region(self.child));
        let (cell, children) = (self.cell.0, index(self.begins.len()));
        quote! {
            let mut turn = if begins { inputs.first_turn(#cell) } else { 0 };
            loop {
                match child.tick(&mut turn, #inputs) {
                    #runtime::Failure => *failed += 1,
                    step => {
                        if let #runtime::Success = step {
                            inputs.pass_turn(#cell, turn, #children);
                        }
                        return step;
                    }
                }
                // The last child that was tried is just before the first one, so the turn does not move.
                if *failed >= #children {
                    return #runtime::Failure;
                }
                turn = if turn >= #children { 1 } else { turn + 1 };
            }
        }
    }

    fn has_start(&self) -> bool {
        true
    }
}
