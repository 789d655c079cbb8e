//! The functions of parts, and the patterns of the places in them.

use proc_macro2::TokenStream;
use quote::quote;

use super::flow;
use crate::tree::generate::{Generator, index};
use crate::tree::ir::{Body, Choice, Holds, Loop, PartId, RegionId};
use crate::tree::model::NodeId;

impl Generator<'_> {
    /// The function of a part.
    pub fn part_function(&self, region: RegionId, id: PartId) -> TokenStream {
        let part = &self.machine.regions[region].parts[id];
        let function = self.names.part(region, id);
        let (generics, inputs, step) = (self.context().generics_of_part(&self.runtime), self.inputs(), self.step());
        let node = part.node;
        let body = match &part.body {
            Body::Flow(flow) => flow::body(self, region, flow),
            Body::Loop { turns, rest, child } => self.whole(node, self.endless_loop(region, *turns, *rest, *child)),
            Body::Guard { ask, child } => self.whole(node, self.guard(region, *ask, *child, node)),
            Body::Reactive { go_on_after, children } => {
                self.whole(node, self.reactive(region, *go_on_after, children, node))
            }
            Body::Rechoose { choice, children } => self.whole(node, self.rechoose(region, choice, children, node)),
        };
        let resume = part.observed.then(|| self.resume_function(region, id));
        // What users call is the tick of the whole tree: no call more than by hand.
        let inline = (region == 0 && id == self.machine.regions[0].entry).then(|| quote!(#[inline(always)]));
        quote!(#inline fn #function #generics(&mut self, #inputs) -> #step { #body } #resume)
    }

    /// The code of a whole node, which leaves it by `break 'whole`: its start and its end are told to those who look on.
    fn whole(&self, node: NodeId, body: TokenStream) -> TokenStream {
        let (runtime, node) = (&self.runtime, index(node));
        quote! {
            if #runtime::matches!(self, Self::Idle) {
                inputs.start(#node);
            }
            let step = 'whole: { #body };
            #runtime::has_ended(step, #node, inputs)
        }
    }

    /// Goes on from a child by whether it has come to a certain result; anything else is what the whole node comes to.
    fn after_child(&self, step: TokenStream, result: bool, then: TokenStream, otherwise: TokenStream) -> TokenStream {
        let (on, off) = (self.ended(result), self.ended(!result));
        quote!(match #step {
            #on => { #then }
            #off => { #otherwise }
            step => break 'whole step,
        })
    }

    /// A node gives up its children.
    pub fn gives_up(&self, node: NodeId, abort: TokenStream) -> TokenStream {
        let node = index(node);
        quote!(inputs.gives_up(#node, |inputs| #abort))
    }

    /// The function that resumes the active child of a reactive part without a look at the others.
    fn resume_function(&self, region: RegionId, id: PartId) -> TokenStream {
        let (generics, inputs, step) = (self.context().generics_of_part(&self.runtime), self.inputs(), self.step());
        let (on, part) = (self.inputs_on(), &self.machine.regions[region].parts[id]);
        let body = match &part.body {
            Body::Reactive { go_on_after, children } => {
                let all: Vec<Option<PartId>> = children.iter().copied().map(Some).collect();
                let active = self.active_child(region, &all);
                let (end, last) = (self.ended(!go_on_after), self.ended(*go_on_after));
                let steps = children.iter().enumerate().map(|(index, &child)| {
                    let (number, child) = (index + 1, self.names.part(region, child));
                    let step =
                        self.after_child(quote!(self.#child(#on)), *go_on_after, quote!(), quote!(break 'whole #end));
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
        let body = self.whole(part.node, body);
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
        let turn = self.after_child(quote!(self.#child(#inputs)), again_after, quote!(), quote!(break 'whole #end));
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
                    break 'whole #runtime::Running;
                }
                began = #runtime::Some(inputs.span);
            }
        }
    }

    fn guard(&self, region: RegionId, ask: usize, child: PartId, node: NodeId) -> TokenStream {
        let (runtime, inputs, condition) = (&self.runtime, self.inputs_on(), self.condition(ask));
        let (child, give_up) =
            (self.names.part(region, child), self.gives_up(node, quote!(self.abort(context, inputs))));
        quote! {
            if !#condition {
                #give_up;
                break 'whole #runtime::Failure;
            }
            self.#child(#inputs)
        }
    }

    fn reactive(&self, region: RegionId, go_on_after: bool, children: &[PartId], node: NodeId) -> TokenStream {
        let inputs = self.inputs_on();
        let all: Vec<Option<PartId>> = children.iter().copied().map(Some).collect();
        let active = self.active_child(region, &all);
        let last_waiting = children.iter().rposition(|&child| !self.pattern(region, child).is_empty());
        let (end, last) = (self.ended(!go_on_after), self.ended(go_on_after));
        let give_up = self.gives_up(node, quote!(self.abort(context, inputs)));
        let steps = children.iter().enumerate().map(|(index, &child)| {
            let number = index + 1;
            let child = self.names.part(region, child);
            let in_place =
                self.after_child(quote!(self.#child(#inputs)), go_on_after, quote!(), quote!(break 'whole #end));
            if last_waiting.is_none_or(|last| last <= index) {
                return in_place;
            }
            quote! {
                if active > #number {
                    let (mut earlier, whole) = (Self::Idle, inputs.span);
                    let step = earlier.#child(#inputs);
                    if !step.ended_with(#go_on_after) {
                        inputs.with_span(step.gives_up(whole, inputs.span), |inputs| #give_up);
                        *self = earlier;
                        break 'whole step;
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
}
