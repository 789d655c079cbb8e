//! The frame of `observe`: a reactive child that checks its conditions again only when a key has changed.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::FrameCode;
use crate::tokens::own;
use crate::tree::generate::Generator;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::Observe;

impl FrameCode for Observe {
    fn tick(&self, generator: &Generator, node: NodeId) -> TokenStream {
        let (runtime, inputs, state) =
            (&generator.runtime, generator.inputs_of_region(self.child), generator.region_type(self.child));
        let (at, now) = (generator.span_of_function(self.key), generator.key_of(self.key));
        let (runtime_there, key) = (generator.runtime_at(at), own("key", at));
        let changed = quote_spanned!(at=> #runtime_there::has_changed(#key, #now));
        let report = generator.report_key(node, quote!(changed), quote!(key.as_ref()));
        quote! {
            let changed = #changed;
            #report
            let decides_again = changed || inputs.span.looks() || #runtime::matches!(child, #state::Idle);
            inputs.resume_next(!decides_again);
            child.tick(#inputs)
        }
    }
}
