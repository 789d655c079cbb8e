//! The code of `reactive_if_else` and `reactive_switch`: chooses a child in every tick.

use proc_macro2::TokenStream;
use quote::quote;

use crate::tree::generate::Generator;
use crate::tree::ir::{Choice, Part, PartId, RegionId};

impl Generator<'_> {
    pub fn rechoose(&self, region: RegionId, part: &Part, choice: &Choice, children: &[Option<PartId>]) -> TokenStream {
        let (resumes, node) = (self.resumes(part), part.node);
        // Children are counted from 1; 0 is none.
        let numbers: Vec<TokenStream> = (1..=children.len()).map(|number| quote!(#number)).collect();
        let chosen = self.choose(choice, &numbers, node);
        let arms = self.child_arms(region, children);
        let give_up = self.gives_up(node, self.abort(quote!(self), region));
        let chosen = self.unless_it_resumes(part, region, children, chosen);
        let another = self.is_another_active(&quote!(chosen), region, children);
        quote! {
            #resumes
            let chosen = #chosen;
            if #another {
                #give_up;
            }
            match chosen { #arms }
        }
    }
}
