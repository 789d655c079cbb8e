//! The frame of a group: a piece of a tree in a region of its own, and the values that are held while it is active.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Field, FrameCode};
use crate::tree::generate::Generator;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::Group;

impl FrameCode for Group {
    fn fields(&self, generator: &Generator) -> Vec<Field> {
        let held = self.holds.iter().map(|&value| {
            let (runtime, name) = (&generator.runtime, generator.bound(value));
            let ty = generator.type_of(value, &generator.interface.runtime);
            let value_now = quote!(#runtime::given(#name.take()));
            Field { name: generator.held_value(value), ty, value: value_now, state_of: None }
        });
        held.chain([generator.child_field(self.child)]).collect()
    }

    fn tick(&self, generator: &Generator, _: NodeId) -> TokenStream {
        let inputs = generator.inputs_of_region(self.child);
        quote!(child.tick(#inputs))
    }

    fn is_node(&self) -> bool {
        false
    }
}
