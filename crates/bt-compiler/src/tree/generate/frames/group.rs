//! The frame of a group: a piece of a large tree in a region of its own.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Field, FrameCode};
use crate::tree::generate::Generator;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::Group;

impl FrameCode for Group {
    fn fields(&self, generator: &Generator) -> Vec<Field> {
        vec![generator.child_field(self.child)]
    }

    fn tick(&self, generator: &Generator, _: NodeId) -> TokenStream {
        let inputs = generator.inputs_on();
        quote!(child.tick(#inputs))
    }

    fn is_node(&self) -> bool {
        false
    }
}
