//! The functions of parts, and the patterns of the places in them.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Generator, flow};
use crate::tree::ir::{Body, Choice, Holds, Loop, PartId, RegionId};
use crate::tree::model::NodeId;

impl Generator<'_> {
    /// The function of a part.
    pub fn part_function(&self, region: RegionId, id: PartId) -> TokenStream {
        let part = &self.machine.regions[region].parts[id];
        let function = self.names.part(region, id);
        let (generics, inputs, step) = (self.context().generics_of_part(&self.runtime), self.inputs(), self.step());
        let body = match &part.body {
            Body::Flow(flow) => flow::body(self, region, flow),
            Body::Loop { turns, rest, child } => self.endless_loop(region, *turns, *rest, *child),
            Body::Guard { ask, child } => self.guard(region, *ask, *child),
            Body::Reactive { go_on_after, children } => self.reactive(region, *go_on_after, children),
            Body::Rechoose { choice, children } => self.rechoose(region, choice, children, part.node),
        };
        let resume = part.observed.then(|| self.resume_function(region, id));
        // What users call is the tick of the whole tree: no call more than by hand.
        let inline = (region == 0 && id == self.machine.regions[0].entry).then(|| quote!(#[inline(always)]));
        quote!(#inline fn #function #generics(&mut self, #inputs) -> #step { #body } #resume)
    }

    /// The function that resumes the active child of a reactive part without a look at the others.
    fn resume_function(&self, region: RegionId, id: PartId) -> TokenStream {
        let (generics, inputs, step) = (self.context().generics_of_part(&self.runtime), self.inputs(), self.step());
        let on = self.inputs_on();
        let body = match &self.machine.regions[region].parts[id].body {
            Body::Reactive { go_on_after, children } => {
                let all: Vec<Option<PartId>> = children.iter().copied().map(Some).collect();
                let active = self.active_child(region, &all);
                let (end, last) = (self.ended(!go_on_after), self.ended(*go_on_after));
                let steps = children.iter().enumerate().map(|(index, &child)| {
                    let (number, child) = (index + 1, self.names.part(region, child));
                    let step = self.after_either(quote!(self.#child(#on)), *go_on_after, quote!(), quote!(return #end));
                    quote!(if active <= #number { #step })
                });
                quote!(let active = #active; #(#steps)* #last)
            }
            Body::Rechoose { children, .. } => {
                let (active, arms) = (self.active_child(region, children), self.child_arms(region, children));
                quote!(match #active { #arms })
            }
            Body::Flow(_) | Body::Loop { .. } | Body::Guard { .. } => unreachable!("only reactive nodes are observed"),
        };
        quote!(fn resume #generics(&mut self, #inputs) -> #step { #body })
    }

    /// Arms that tick the child of each number; none is failure.
    fn child_arms(&self, region: RegionId, children: &[Option<PartId>]) -> TokenStream {
        let (runtime, inputs) = (&self.runtime, self.inputs_on());
        let arms = children.iter().enumerate().filter_map(|(index, child)| {
            let (number, child) = (index + 1, self.names.part(region, (*child)?));
            Some(quote!(#number => self.#child(#inputs),))
        });
        quote!(#(#arms)* _ => #runtime::Failure)
    }

    /// A pattern for all places in a part; nothing if it has none.
    pub fn pattern(&self, region: RegionId, part: PartId) -> TokenStream {
        let places = self.machine.regions[region].parts[part].places.clone();
        let patterns = places.map(|place| {
            let variant = self.names.place(region, place);
            match &self.machine.regions[region].places[place].holds {
                Holds::Nothing | Holds::Begin => quote!(Self::#variant),
                Holds::Leaf(_) => quote!(Self::#variant(_)),
                Holds::Frame(_) => quote!(Self::#variant { .. }),
            }
        });
        quote!(#(#patterns)|*)
    }

    /// The number of the child that is active, counted from 1; 0 if none is.
    fn active_child(&self, region: RegionId, children: &[Option<PartId>]) -> TokenStream {
        let arms = children.iter().enumerate().filter_map(|(index, child)| {
            let pattern = self.pattern(region, (*child)?);
            let number = index + 1;
            (!pattern.is_empty()).then(|| quote!(#pattern => #number,))
        });
        quote!(match self { #(#arms)* _ => 0usize })
    }

    fn endless_loop(&self, region: RegionId, turns: Loop, rest: usize, child: PartId) -> TokenStream {
        let (runtime, inputs) = (&self.runtime, self.inputs_on());
        let (child, rest) = (self.names.part(region, child), self.names.place(region, rest));
        let Loop { again_after, result } = turns;
        let end = self.ended(result);
        let turn = self.after_either(quote!(self.#child(#inputs)), again_after, quote!(), quote!(return #end));
        quote! {
            let mut began = #runtime::None;
            if #runtime::matches!(self, Self::Idle | Self::#rest) {
                *self = Self::Idle;
                began = #runtime::Some(inputs.span);
            }
            loop {
                #turn
                if began == #runtime::Some(inputs.span) {
                    *self = Self::#rest;
                    return #runtime::Running;
                }
                began = #runtime::Some(inputs.span);
            }
        }
    }

    fn guard(&self, region: RegionId, ask: usize, child: PartId) -> TokenStream {
        let (runtime, inputs, condition) = (&self.runtime, self.inputs_on(), self.condition(ask));
        let child = self.names.part(region, child);
        quote! {
            if !#condition {
                self.abort(inputs);
                return #runtime::Failure;
            }
            self.#child(#inputs)
        }
    }

    fn reactive(&self, region: RegionId, go_on_after: bool, children: &[PartId]) -> TokenStream {
        let inputs = self.inputs_on();
        let all: Vec<Option<PartId>> = children.iter().copied().map(Some).collect();
        let active = self.active_child(region, &all);
        let last_waiting = children.iter().rposition(|&child| !self.pattern(region, child).is_empty());
        let (end, last) = (self.ended(!go_on_after), self.ended(go_on_after));
        let steps = children.iter().enumerate().map(|(index, &child)| {
            let number = index + 1;
            let child = self.names.part(region, child);
            let in_place = self.after_either(quote!(self.#child(#inputs)), go_on_after, quote!(), quote!(return #end));
            if last_waiting.is_none_or(|last| last <= index) {
                return in_place;
            }
            quote! {
                if active > #number {
                    let (mut earlier, whole) = (Self::Idle, inputs.span);
                    let step = earlier.#child(#inputs);
                    if !step.ended_with(#go_on_after) {
                        inputs.with_span(step.gives_up(whole, inputs.span), |inputs| self.abort(inputs));
                        *self = earlier;
                        return step;
                    }
                    inputs.span = whole;
                } else {
                    #in_place
                }
            }
        });
        quote! {
            let active = #active;
            #(#steps)*
            #last
        }
    }

    fn rechoose(&self, region: RegionId, choice: &Choice, children: &[Option<PartId>], node: NodeId) -> TokenStream {
        let mut numbers: Vec<TokenStream> = (1..=children.len()).map(|number| quote!(#number)).collect();
        numbers.push(quote!(0usize));
        let chosen = self.choose(choice, &numbers, node);
        let active = self.active_child(region, children);
        let arms = self.child_arms(region, children);
        quote! {
            let chosen = #chosen;
            let active = #active;
            if active != 0 && active != chosen {
                self.abort(inputs);
            }
            match chosen { #arms }
        }
    }
}
