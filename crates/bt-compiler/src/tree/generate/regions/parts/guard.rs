//! The code of a `guard`: checks its condition in every tick before the child.

use proc_macro2::TokenStream;
use quote::quote;

use crate::tree::generate::Generator;
use crate::tree::ir::{CodeId, NodeId, PartId, RegionId};

impl Generator<'_> {
    pub fn guard(&self, region: RegionId, ask: CodeId, child: PartId, node: NodeId) -> TokenStream {
        let (runtime, inputs, condition) = (&self.runtime, self.inputs_of_part(region, child), self.holds(ask, node));
        let (child, give_up) = (self.names.part(region, child), self.gives_up(node, self.abort(quote!(self), region)));
        quote! {
            if !#condition {
                if !#runtime::matches!(self, Self::Idle) {
                    #give_up;
                }
                break 'whole #runtime::Failure;
            }
            self.#child(#inputs)
        }
    }
}
