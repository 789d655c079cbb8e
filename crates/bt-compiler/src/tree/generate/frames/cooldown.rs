//! The frame of `cooldown`: its kept cell stores when the child last stopped.

use proc_macro2::TokenStream;
use quote::quote;

use super::FrameCode;
use crate::tree::generate::Generator;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::Cooldown;

impl FrameCode for Cooldown {
    fn tick(&self, generator: &Generator, _: NodeId) -> TokenStream {
        let (inputs, cell) = (generator.inputs_of_region(self.child), self.cell.0);
        quote! {
            let step = child.tick(#inputs);
            if !step.is_running() {
                inputs.stopped(#cell);
            }
            step
        }
    }

    fn aborted(&self, _: &Generator, _: NodeId) -> Option<TokenStream> {
        let cell = self.cell.0;
        Some(quote!(inputs.stopped(#cell);))
    }
}
