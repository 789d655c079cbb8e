//! The frame of `keyed`: the key that its child was started with.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::FrameCode;
use crate::tokens::own;
use crate::tree::generate::Generator;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::Keyed;

impl FrameCode for Keyed {
    fn tick(&self, generator: &Generator, node: NodeId) -> TokenStream {
        let (runtime, inputs, state) =
            (&generator.runtime, generator.inputs_of_region(self.child), generator.region_type(self.child));
        let (at, now) = (generator.span_of_function(self.key), generator.key_of(self.key));
        let (runtime_there, key) = (generator.runtime_at(at), own("key", at));
        let changed = quote_spanned!(at=> #runtime_there::is_replaced(#key, #now));
        let give_up = generator.gives_up(node, generator.abort(quote!(child), self.child));
        let report = generator.report_key(node, quote!(is_new || changed), quote!(#runtime::Some(&*key)));
        quote! {
            // In the first tick the child has not begun, and the key is new.
            let is_new = #runtime::matches!(child, #state::Idle);
            let changed = !is_new && #changed;
            #report
            if changed {
                #give_up;
            }
            child.tick(#inputs)
        }
    }
}
