//! What `priority` and `reactive_utility` share: every tick, one child has the turn, and if it fails, another one.
//!
//! `left` has a bit for each child that has not failed.

use proc_macro2::TokenStream;
use quote::quote;

use crate::tree::generate::{Generator, index};
use crate::tree::ir::{Body, Part, PartId, RegionId};

impl Generator<'_> {
    /// The code of such a node. `asks` defines what the expressions for the turn need. `turn` is the child that has the
    /// turn in this tick, `after_failure` the one after that has failed. Children are counted from 1, and 0 means none.
    pub fn turns(
        &self,
        region: RegionId,
        part: &Part,
        children: &[PartId],
        asks: TokenStream,
        turn: TokenStream,
        after_failure: TokenStream,
    ) -> TokenStream {
        let (runtime, resumes) = (&self.runtime, self.resumes(part));
        let arms = children.iter().zip(1..).map(|(&child, number)| {
            let (name, inputs) = (self.names.part(region, child), self.inputs_of_part(region, child));
            let pattern = if number == children.len() { quote!(_) } else { quote!(#number) };
            quote!(#pattern => self.#name(#inputs),)
        });
        let arms = quote!(#(#arms)*);
        let children: Vec<Option<PartId>> = children.iter().copied().map(Some).collect();
        let give_up = self.gives_up(part.node, self.abort(quote!(self), region));
        let turn = self.unless_it_resumes(part, region, &children, turn);
        let another = self.is_another_active(&quote!(turn), region, &children);
        // A test before the loop and one at its end: one test at its top takes more flash on microcontrollers.
        quote! {
            #asks
            #resumes
            let mut turn = #turn;
            if turn == 0 {
                if !#runtime::matches!(self, Self::Idle) { #give_up; }
                return #runtime::Failure;
            }
            if #another {
                #give_up;
            }
            loop {
                match match turn { #arms } {
                    #runtime::Failure => turn = #after_failure,
                    step => return step,
                }
                if turn == 0 {
                    return #runtime::Failure;
                }
            }
        }
    }

    /// The parameters with the children that have not failed, and with the margin.
    pub fn turn_inputs(&self, body: &Body) -> Option<TokenStream> {
        let (children, margin) = match body {
            Body::Priority { children, .. } => (children, None),
            Body::Contest { children, .. } => (children, Some(quote!(margin: f64,))),
            _ => return None,
        };
        let (runtime, bytes) = (&self.runtime, index(children.len().div_ceil(8)));
        Some(quote!(left: &mut #runtime::ChildrenLeft<#bytes>, #margin))
    }
}
