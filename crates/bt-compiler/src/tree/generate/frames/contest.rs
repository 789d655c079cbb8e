//! The frame of `reactive_utility`: the children that have not failed, the margin, and the state of the active child.

use proc_macro2::TokenStream;
use quote::quote;

use super::FrameCode;
use crate::tree::generate::Generator;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::Contest;
use crate::tree::model::Number;

impl FrameCode for Contest {
    fn tick(&self, generator: &Generator, _: NodeId) -> TokenStream {
        let inputs = generator.inputs_of_region(self.child);
        let margin = match self.margin {
            Number::Known(margin) => quote!(#margin),
            Number::Code(_) => quote!(margin.get()),
        };
        quote!(child.tick(left, #margin, #inputs))
    }
}
