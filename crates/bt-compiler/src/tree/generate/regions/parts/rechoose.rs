//! The code of `reactive_if_else` and `reactive_switch`: chooses a child in every tick.

use proc_macro2::TokenStream;
use quote::quote;

use crate::tree::generate::Generator;
use crate::tree::ir::{Choice, NodeId, PartId, RegionId};

impl Generator<'_> {
    pub fn rechoose(
        &self,
        region: RegionId,
        choice: &Choice,
        children: &[Option<PartId>],
        node: NodeId,
    ) -> TokenStream {
        // Children are counted from 1; 0 is none.
        let numbers: Vec<TokenStream> = (1..=children.len()).map(|number| quote!(#number)).collect();
        let chosen = self.choose(choice, &numbers, node);
        let active = self.active_child(region, children);
        let arms = self.child_arms(region, children);
        let give_up = self.gives_up(node, quote!(self.abort(context, inputs)));
        quote! {
            let chosen = #chosen;
            let active = #active;
            if active != 0 && active != chosen {
                #give_up;
            }
            match chosen { #arms }
        }
    }

    /// Resumes the active child without choosing anew.
    pub fn resume_rechosen(&self, region: RegionId, children: &[Option<PartId>]) -> TokenStream {
        let (active, arms) = (self.active_child(region, children), self.child_arms(region, children));
        quote!(match #active { #arms })
    }
}
