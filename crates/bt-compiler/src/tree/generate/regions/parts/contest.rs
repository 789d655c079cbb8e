//! The code of `reactive_utility`: in every tick, the child that leads by its score has the turn.

use proc_macro2::TokenStream;
use quote::quote;

use crate::tree::generate::{Generator, index};
use crate::tree::ir::{CodeId, Part, PartId, RegionId};

impl Generator<'_> {
    pub fn contest(&self, region: RegionId, part: &Part, scores: &[CodeId], children: &[PartId]) -> TokenStream {
        let inputs = self.inputs_without_params();
        let scores = scores.iter().enumerate().map(|(child, &score)| {
            let (number, score) = (index(child), self.scored(score, child, part.node));
            quote!(#number => #score,)
        });
        let asks = quote!(let score = |child: usize, #inputs| match child { #(#scores)* _ => 0.0 };);
        let all: Vec<Option<PartId>> = children.iter().copied().map(Some).collect();
        let active = self.active_child(quote!(self), region, &all);
        let turn = quote!(left.leader(#active, margin, |child| score(child, context, inputs)));
        let after_failure = quote!(left.leader_after_failure(turn, |child| score(child, context, inputs)));
        self.turns(region, part, children, asks, turn, after_failure)
    }
}
