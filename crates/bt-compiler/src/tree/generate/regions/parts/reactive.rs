//! The code of `reactive_sequence` and `reactive_selector`: starts from the first child in every tick.
//!
//! The state holds the active child. A child before it runs in an empty state of its own, `earlier`. If the node goes
//! on after that child, nothing has happened to the active one. If not, the active child is aborted, and `earlier`
//! becomes the state.

use proc_macro2::TokenStream;
use quote::quote;

use crate::tree::generate::Generator;
use crate::tree::ir::{Part, PartId, RegionId};

impl Generator<'_> {
    pub fn reactive(&self, region: RegionId, part: &Part, go_on_after: bool, children: &[PartId]) -> TokenStream {
        let inputs = self.inputs_on();
        let (resumes, node) = (self.resumes(part), part.node);
        let decides_anew = part.observed.then(|| quote!(if !resumes));
        let all: Vec<Option<PartId>> = children.iter().copied().map(Some).collect();
        let active = self.active_child(region, &all);
        let last_waiting = children.iter().rposition(|&child| !self.pattern(region, child).is_empty());
        let (end, last) = (self.ended(!go_on_after), self.ended(go_on_after));
        let give_up = self.gives_up(node, self.abort(quote!(self)));
        let steps = children.iter().enumerate().map(|(index, &child)| {
            let number = index + 1;
            let child = self.names.part(region, child);
            let in_place =
                self.after_child(quote!(self.#child(#inputs)), go_on_after, quote!(), quote!(break 'whole #end));
            // If no later child can wait, none can be active: this child needs no state of its own.
            if last_waiting.is_none_or(|last| last <= index) {
                return in_place;
            }
            quote! {
                if active > #number {
                    #decides_anew {
                        let (mut earlier, whole) = (Self::Idle, inputs.span);
                        let step = earlier.#child(#inputs);
                        if !step.ended_with(#go_on_after) {
                            inputs.with_span(step.gives_up(whole, inputs.span), |inputs| #give_up);
                            *self = earlier;
                            break 'whole step;
                        }
                        inputs.span = whole;
                    }
                } else {
                    #in_place
                }
            }
        });
        quote! {
            #resumes
            let active = #active;
            #(#steps)*
            #last
        }
    }
}
