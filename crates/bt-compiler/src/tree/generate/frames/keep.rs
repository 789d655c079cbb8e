//! The frame around a reactive node that stores the values bound by its children.

use proc_macro2::TokenStream;
use quote::quote;

use super::FrameCode;
use crate::tree::generate::Generator;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::Keep;

impl FrameCode for Keep {
    fn tick(&self, generator: &Generator, _: NodeId) -> TokenStream {
        let inputs = generator.inputs_of_region(self.child);
        quote!(child.tick(#inputs))
    }
}
