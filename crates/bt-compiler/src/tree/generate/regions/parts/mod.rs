//! The functions of parts, and the patterns for the places in a part.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::flow;
use crate::tree::generate::{Generator, index};
use crate::tree::ir::{Body, Holds, NodeId, Outcome, Part, PartId, RegionId};
use crate::tree::plan::parts::Inline;

mod contest;
mod endless;
mod guard;
mod priority;
mod reactive;
mod rechoose;
mod turns;

impl Generator<'_> {
    /// The function of a part.
    pub fn part_function(&self, region: RegionId, id: PartId) -> TokenStream {
        let (part, plan) = (&self.tree.machine[region][id], self.tree.plan.part(region, id));
        let function = self.names.part(region, id);
        let (generics, inputs, step) = (self.context().generics_of_part(&self.runtime), self.inputs(), self.step());
        let (left, body) = (self.turn_inputs(&part.body), self.part_body(region, id));
        let turn = self.tree.plan.region(region).takes_turns && id == self.tree.machine[region].entry;
        let turn = turn.then(|| quote!(whose: &mut u32,));
        let values = self.value_params(self.reads.part(region, id), self.tree.plan.moves.part(region, id), part.gives);
        let keeps = self.keeps(region, id).iter().map(|&value| {
            let (runtime, name, ty) = (&self.runtime, self.held_value(value), self.type_of(value, &quote!(__bt)));
            quote!(#name: &mut #runtime::Option<#ty>,)
        });
        let keeps: TokenStream = keeps.collect();
        let inline = match plan.inline {
            Inline::Always => quote!(#[inline(always)]),
            Inline::Hint => quote!(#[inline]),
        };
        quote!(#inline fn #function #generics(&mut self, #turn #left #keeps #values #inputs) -> #step { #body })
    }

    /// The body of this function.
    pub fn part_body(&self, region: RegionId, id: PartId) -> TokenStream {
        let (part, plan) = (&self.tree.machine[region][id], self.tree.plan.part(region, id));
        let node = part.node;
        let body = match &part.body {
            Body::Flow(flow) => flow::body(self, region, flow, plan.body.steps()),
            Body::Loop { turns, rest, child } => self.whole(node, self.endless_loop(region, *turns, *rest, *child)),
            Body::Guard { ask, child } => self.whole(node, self.guard(region, *ask, *child, node)),
            Body::Reactive { go_on_after, children, .. } => {
                self.whole(node, self.reactive(region, id, *go_on_after, children))
            }
            Body::Rechoose { choice, children, .. } => self.whole(node, self.rechoose(region, id, choice, children)),
            Body::Priority { conditions, keep_turn, children } => {
                self.priority(region, part, conditions, keep_turn, children)
            }
            Body::Contest { scores, children } => self.contest(region, part, scores, children),
        };
        let declared = self.declared(&part.body.locals().iter().copied().collect());
        quote!(#declared #body)
    }

    /// The code of a whole node. Its start and its end are reported to observers. The code ends with `break 'whole`.
    fn whole(&self, node: NodeId, body: TokenStream) -> TokenStream {
        let mock = self.mock(node, self.tree.model.is_value_used(node).then(|| quote!(value)));
        let (runtime, forgets, node) = (&self.runtime, self.forgets(node), index(node.0));
        quote! {
            if let Self::Idle = self {
                if __Watch::OBSERVED {
                    if let #runtime::Some(success) = #mock {
                        return #runtime::Step::ended(success);
                    }
                }
                inputs.start(#node);
                #forgets
            }
            let step = 'whole: { #body };
            #runtime::has_ended(step, #node, inputs)
        }
    }

    /// Continues with `then` after this outcome of a child, and with `otherwise` after the other one. Running and
    /// errors are the result of the whole node.
    fn after_child(
        &self,
        step: TokenStream,
        outcome: Outcome,
        then: TokenStream,
        otherwise: TokenStream,
    ) -> TokenStream {
        let (on, off) = (self.ended(outcome), self.ended(!outcome));
        quote!(match #step {
            #on => { #then }
            #off => { #otherwise }
            step => break 'whole step,
        })
    }

    /// Aborts whatever is active in a node that gives it up.
    pub fn gives_up(&self, node: NodeId, abort: TokenStream) -> TokenStream {
        let node = index(node.0);
        quote!(inputs.gives_up(#node, |inputs| #abort))
    }

    /// Aborts the states of several children that a node gives up.
    pub fn gives_up_all(&self, node: NodeId, states: &[(Ident, RegionId)]) -> TokenStream {
        let aborts = self.abort_all(states);
        self.gives_up(node, quote!({ #aborts }))
    }

    /// Asks whether an `observe` above a reactive part makes it resume its active child.
    fn resumes(&self, part: &Part) -> Option<TokenStream> {
        part.observed.then(|| quote!(let resumes = inputs.resumes();))
    }

    /// Arms that tick the child with each number. A number without a child is failure.
    fn child_arms(&self, region: RegionId, children: &[Option<PartId>]) -> TokenStream {
        let runtime = &self.runtime;
        let arms = children.iter().enumerate().filter_map(|(index, child)| {
            let (number, inputs) = (index + 1, self.inputs_of_part(region, (*child)?));
            let child = self.names.part(region, (*child)?);
            Some(quote!(#number => self.#child(#inputs),))
        });
        quote!(#(#arms)* _ => #runtime::Failure)
    }

    /// A pattern for all places in a part. Empty if it has none.
    pub fn pattern(&self, region: RegionId, part: PartId) -> TokenStream {
        let patterns = self.tree.machine[region].places_of(part).map(|place| {
            let variant = self.names.place(region, place);
            match &self.tree.machine[region][place].holds {
                Holds::Nothing | Holds::Begin => quote!(Self::#variant),
                Holds::Leaf(_) => quote!(Self::#variant(_)),
                Holds::Frame(_) => quote!(Self::#variant { .. }),
            }
        });
        quote!(#(#patterns)|*)
    }

    /// The child that an `observe` above the node lets resume, or else the child that the node chooses.
    fn unless_it_resumes(
        &self,
        part: &Part,
        region: RegionId,
        children: &[Option<PartId>],
        chosen: TokenStream,
    ) -> TokenStream {
        if !part.observed {
            return chosen;
        }
        let active = self.active_child(quote!(self), region, children);
        quote!(if resumes { #active } else { #chosen })
    }

    /// Whether a child other than the one with this number is active.
    fn is_another_active(&self, number: &TokenStream, region: RegionId, children: &[Option<PartId>]) -> TokenStream {
        let runtime = &self.runtime;
        let arms = children.iter().enumerate().filter_map(|(index, child)| {
            let (pattern, number) = (self.pattern(region, (*child)?), index + 1);
            (!pattern.is_empty()).then(|| quote!(#number => !#runtime::matches!(self, #pattern),))
        });
        quote!(match #number { #(#arms)* _ => true } && !#runtime::matches!(self, Self::Idle))
    }

    /// The number of the child that is active in a state, counted from 1; 0 if none is.
    fn active_child(&self, state: TokenStream, region: RegionId, children: &[Option<PartId>]) -> TokenStream {
        let arms = children.iter().enumerate().filter_map(|(index, child)| {
            let pattern = self.pattern(region, (*child)?);
            let number = index + 1;
            (!pattern.is_empty()).then(|| quote!(#pattern => #number,))
        });
        quote!(match #state { #(#arms)* _ => 0usize })
    }
}
