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
        keep_turn: &[bool],
        children: &[PartId],
    ) -> TokenStream {
        let (inputs, node, count) = (self.inputs_without_params(), index(part.node.0), index(children.len()));
        let conditions = conditions.iter().enumerate().filter_map(|(child, condition)| {
            let child = index(child);
            let holds =
                self.reported((*condition)?, part.node, |holds| quote!(inputs.child_holds(#node, #child, #holds)));
            Some(quote!(#child => #holds,))
        });
        let keeping: Vec<(usize, TokenStream)> = children
            .iter()
            .enumerate()
            .map(|(child, &part)| (child, self.pattern(region, part)))
            .filter(|(child, pattern)| keep_turn[*child] && !pattern.is_empty())
            .collect();
        let first = (0..children.len()).map(|child| {
            let keeps = keeping.iter().any(|(keeping, _)| *keeping == child);
            let (child, number) = (index(child), index(child + 1));
            let keeps = keeps.then(|| quote!(keeps(self, #child) ||));
            quote!(_ if #keeps holds(#child, context, inputs) => #number,)
        });
        let asks = quote!(let holds = |child: usize, #inputs| match child { #(#conditions)* _ => true };);
        let (keeps, or_keeps) = self.keeps_turn(&keeping);
        let turn = quote! {
            match left.is_all(#count) {
                true => match () { #(#first)* _ => 0usize },
                false => left.turn(#count, |child| #or_keeps holds(child, context, inputs)),
            }
        };
        let after_failure = quote!(left.turn_after_failure(turn, #count, |child| holds(child, context, inputs)));
        self.turns(region, part, children, quote!(#asks #keeps), turn, after_failure)
    }

    /// Whether a child with `if` before its condition is active, and keeps its turn: the function, and its call before
    /// the condition is checked.
    fn keeps_turn(&self, keeping: &[(usize, TokenStream)]) -> (TokenStream, TokenStream) {
        if keeping.is_empty() {
            return Default::default();
        }
        let runtime = &self.runtime;
        let arms = keeping.iter().map(|(child, pattern)| {
            let child = index(*child);
            quote!(#child => #runtime::matches!(state, #pattern),)
        });
        let keeps = quote!(let keeps = |state: &Self, child: usize| match child { #(#arms)* _ => false };);
        (keeps, quote!(keeps(self, child) ||))
    }
}
