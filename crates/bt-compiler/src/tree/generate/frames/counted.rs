//! The frame of `repeat` and `retry`: a loop that counts its passes.

use proc_macro2::TokenStream;
use quote::quote;

use super::FrameCode;
use crate::tree::generate::Generator;
use crate::tree::ir::frame::Counted;
use crate::tree::ir::{Loop, NodeId};

impl FrameCode for Counted {
    fn tick(&self, generator: &Generator, _: NodeId) -> TokenStream {
        let (runtime, inputs) = (&generator.runtime, generator.inputs_of_region(self.child));
        let Loop { go_on_after, result } = self.turns;
        let (run_out, end) = (generator.ended(go_on_after), generator.ended(result));
        let turn = generator.after_either(quote!(child.tick(#inputs)), go_on_after, quote!(), quote!(return #end));
        quote! {
            if *left == 0 {
                return #run_out;
            }
            loop {
                #turn
                *left -= 1;
                if *left == 0 {
                    return #run_out;
                }
                if !inputs.may_repeat() {
                    return #runtime::Running;
                }
            }
        }
    }
}
