//! The code of `priority`: in every tick, the first child whose condition holds has the turn.
//!
//! `left` has a bit for each child that has not failed since its condition last began to hold.

use proc_macro2::TokenStream;
use quote::quote;

use crate::tree::generate::{Generator, index};
use crate::tree::ir::{Body, CodeId, Part, PartId, RegionId};

impl Generator<'_> {
    pub fn priority(
        &self,
        region: RegionId,
        part: &Part,
        conditions: &[Option<CodeId>],
        children: &[PartId],
    ) -> TokenStream {
        let (runtime, ty) = (&self.runtime, self.context().ty());
        let (count, resumes) = (index(children.len()), self.resumes(part));
        let children: Vec<Option<PartId>> = children.iter().copied().map(Some).collect();
        let arms = self.child_arms(region, &children);
        let give_up = self.gives_up(part.node, quote!(self.abort(context, inputs)));
        let conditions = conditions.iter().enumerate().filter_map(|(child, condition)| {
            let (child, condition) = (index(child), self.condition((*condition)?));
            Some(quote!(#child => #condition,))
        });
        let first = children.iter().enumerate().map(|(child, _)| {
            let (child, number) = (index(child), index(child + 1));
            quote!(_ if holds(#child, context) => #number,)
        });
        let turn = quote! {
            match left.is_all(#count) {
                true => match () { #(#first)* _ => 0usize },
                false => left.turn(#count, |child| holds(child, context)),
            }
        };
        let turn = self.unless_it_resumes(part, region, &children, turn);
        let another = self.is_another_active(&quote!(turn), region, &children);
        quote! {
            let holds = |child: usize, context: &mut #ty| match child { #(#conditions)* _ => true };
            #resumes
            let mut turn = #turn;
            if #another {
                #give_up;
            }
            loop {
                let step = match turn { #arms };
                if turn == 0 || !#runtime::matches!(step, #runtime::Failure) {
                    return step;
                }
                turn = left.turn_after_failure(turn, #count, |child| holds(child, context));
            }
        }
    }

    /// The parameter with the children that have not failed.
    pub fn left_input(&self, region: RegionId, part: PartId) -> TokenStream {
        let Body::Priority { children, .. } = &self.machine[region][part].body else {
            unreachable!("only a `priority` has this parameter")
        };
        let (runtime, bytes) = (&self.runtime, index(children.len().div_ceil(8)));
        quote!(left: &mut #runtime::ChildrenLeft<#bytes>,)
    }
}
