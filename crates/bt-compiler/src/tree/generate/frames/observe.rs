//! The frame of `observe`: a reactive child that asks its conditions again only when a key has changed.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{Field, FrameCode};
use crate::tree::generate::Generator;
use crate::tree::generate::values::own;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::Observe;

impl FrameCode for Observe {
    fn fields(&self, generator: &Generator) -> Vec<Field> {
        let (types, ty) = (&generator.interface.runtime, generator.type_of_key(self.key));
        let key = Field::new("key", quote!(#types::Option<#ty>), quote!(#types::None));
        vec![key, generator.child_field(self.child)]
    }

    fn tick(&self, generator: &Generator, node: NodeId) -> TokenStream {
        let (runtime, inputs, state) =
            (&generator.runtime, generator.inputs_of_region(self.child), generator.region_type(self.child));
        let (at, now) = (generator.span_of_function(self.key), generator.key_of(self.key));
        let (runtime_there, key) = (generator.runtime_at(at), own("key", at));
        let changed = quote_spanned!(at=> #runtime_there::has_changed(#key, #now));
        let tell = generator.tell_key(node, quote!(changed), quote!(key.as_ref()));
        quote! {
            let changed = #changed;
            #tell
            let decides_anew = changed || inputs.span.looks() || #runtime::matches!(child, #state::Idle);
            inputs.resume_next(!decides_anew);
            child.tick(#inputs)
        }
    }

    /// It asks the context in every tick.
    fn sleep(&self, _: &Generator) -> Option<TokenStream> {
        None
    }
}
