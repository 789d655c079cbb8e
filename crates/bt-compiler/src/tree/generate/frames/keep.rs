//! The frame around a reactive node that keeps the values which its children bind.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Field, FrameCode};
use crate::tree::generate::Generator;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::Keep;

impl FrameCode for Keep {
    fn fields(&self, generator: &Generator) -> Vec<Field> {
        let kept = self.keeps.iter().map(|&value| generator.kept_field(value));
        kept.chain([generator.child_field(self.child)]).collect()
    }

    fn tick(&self, generator: &Generator, _: NodeId) -> TokenStream {
        let inputs = generator.inputs_of_region(self.child);
        quote!(child.tick(#inputs))
    }

    /// It asks the context in every tick.
    fn sleep(&self, _: &Generator) -> Option<TokenStream> {
        None
    }

    fn is_node(&self) -> bool {
        false
    }
}
