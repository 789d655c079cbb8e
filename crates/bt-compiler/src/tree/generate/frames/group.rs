//! The frame of a group: a piece of a tree in a region of its own, and the values that are held while it is active.

use proc_macro2::TokenStream;
use quote::quote;

use super::FrameCode;
use crate::tree::generate::Generator;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::Group;

impl FrameCode for Group {
    fn tick(&self, generator: &Generator, _: NodeId) -> TokenStream {
        let inputs = generator.inputs_of_region(self.child);
        quote!(child.tick(#inputs))
    }
}
