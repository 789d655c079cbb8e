//! The frame of `priority`: the children that have not failed, and the state of the active child.

use proc_macro2::TokenStream;
use quote::quote;

use super::FrameCode;
use crate::tree::generate::Generator;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::Priority;

impl FrameCode for Priority {
    fn tick(&self, generator: &Generator, _: NodeId) -> TokenStream {
        let inputs = generator.inputs_of_region(self.child);
        quote!(child.tick(left, #inputs))
    }
}
