//! The code of `reactive_if_else` and `reactive_switch`, which choose a child every tick.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::tree::generate::Generator;
use crate::tree::ir::{Body, Choice, PartId, RegionId};

impl Generator<'_> {
    pub fn rechoose(&self, region: RegionId, id: PartId, choice: &Choice, children: &[Option<PartId>]) -> TokenStream {
        let part = &self.tree.machine[region][id];
        let (resumes, node) = (self.resumes(part), part.node);
        // Children are counted from 1, and 0 means none.
        let numbers: Vec<TokenStream> = (1..=children.len()).map(|number| quote!(#number)).collect();
        let Matched { out, declared, before_child } = self.matched_in_every_tick(&part.body);
        let chosen = self.choose(choice, &numbers, node, out.as_ref());
        let arms = self.child_arms(region, children);
        let give_up = self.gives_up(node, self.abort_all_of(region, id));
        let chosen = self.unless_it_resumes(part, region, children, chosen);
        let another = self.is_another_active(&quote!(chosen), region, children);
        quote! {
            #resumes
            #declared
            let chosen = #chosen;
            if #another {
                #give_up;
            }
            #before_child
            match chosen { #arms }
        }
    }

    /// Code for the value that patterns match every tick.
    fn matched_in_every_tick(&self, body: &Body) -> Matched {
        if let [value] = body.locals() {
            let name = self.bound(*value);
            let before_child = quote!(let #name = #name.as_ref(););
            return Matched { out: Some(name.to_token_stream()), declared: TokenStream::new(), before_child };
        }
        let [value] = body.keeps() else { return Matched::default() };
        let (runtime, name, held) = (&self.runtime, self.bound(*value), self.held_value(*value));
        // Cleanups of the abandoned child use what was matched before.
        Matched {
            out: Some(quote!(newest)),
            declared: quote!(let mut newest = #runtime::None;),
            before_child: quote! {
                if newest.is_some() {
                    *#held = newest;
                }
                let #name = #held.as_ref();
            },
        }
    }
}

/// Code for the value that patterns match.
#[derive(Default)]
struct Matched {
    /// The variable that it goes to.
    out: Option<TokenStream>,
    declared: TokenStream,
    before_child: TokenStream,
}
