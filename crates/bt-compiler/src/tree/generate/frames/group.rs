//! The frame of a group: a piece of a tree in a region of its own, and the values that are held while it is active.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Field, FrameCode};
use crate::tree::generate::Generator;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::Group;

impl FrameCode for Group {
    fn fields(&self, generator: &Generator) -> Vec<Field> {
        let types = &generator.interface.runtime;
        let can_wait = generator.can_wait(self, types);
        let held = self.holds.iter().map(|&value| {
            let (runtime, name, ty) = (&generator.runtime, generator.bound(value), generator.type_of(value, types));
            // For leaves that cannot be running, nothing is held.
            let ty = match &can_wait {
                Some(can_wait) => quote!(#types::SlotOf<#ty, { #can_wait as u8 }>),
                None => ty,
            };
            let value_now = quote!(#runtime::Held::hold(#runtime::given(#name.take())));
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
