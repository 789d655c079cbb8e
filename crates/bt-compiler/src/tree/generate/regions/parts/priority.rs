//! The code of `priority`: in every tick, the first child whose condition holds has the turn.

use proc_macro2::TokenStream;
use quote::quote;

use crate::tree::generate::{Generator, index};
use crate::tree::ir::{CodeId, Part, PartId, RegionId};

impl Generator<'_> {
    pub fn priority(
        &self,
        region: RegionId,
        part: &Part,
        conditions: &[Option<CodeId>],
        children: &[PartId],
    ) -> TokenStream {
        let (inputs, node, count) = (self.inputs_without_params(), index(part.node.0), index(children.len()));
        let conditions = conditions.iter().enumerate().filter_map(|(child, condition)| {
            let (child, condition) = (index(child), self.condition((*condition)?));
            Some(quote!(#child => inputs.child_holds(#node, #child, #condition),))
        });
        let first = children.iter().enumerate().map(|(child, _)| {
            let (child, number) = (index(child), index(child + 1));
            quote!(_ if holds(#child, context, inputs) => #number,)
        });
        let asks = quote!(let holds = |child: usize, #inputs| match child { #(#conditions)* _ => true };);
        let turn = quote! {
            match left.is_all(#count) {
                true => match () { #(#first)* _ => 0usize },
                false => left.turn(#count, |child| holds(child, context, inputs)),
            }
        };
        let after_failure = quote!(left.turn_after_failure(turn, #count, |child| holds(child, context, inputs)));
        self.turns(region, part, children, asks, turn, after_failure)
    }
}
