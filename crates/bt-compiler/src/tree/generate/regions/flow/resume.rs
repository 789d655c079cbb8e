//! How a flow goes on where it was waiting.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Writer, leave};
use crate::tree::ir::{Act, Exits, StepId, Target};

impl Writer<'_> {
    /// Goes on where the flow was waiting. If it was not waiting, it begins at its entry.
    pub(super) fn resume(&self) -> TokenStream {
        let entry = self.flow.entry;
        let begin = if entry == Target::Step(StepId(0)) { quote!({}) } else { self.to(entry) };
        let first = self.plan.asked_first.map(|step| step.0);
        let asked_first = first.map(|step| {
            let arm = self.resume_arm(step);
            quote!(match self { #arm _ => {} })
        });
        let waiting = (0..self.flow.steps.len()).filter(|&step| self.waits(step) && Some(step) != first);
        let arms: Vec<TokenStream> = waiting.map(|step| self.resume_arm(step)).collect();
        if arms.is_empty() && entry == Target::Step(StepId(0)) {
            return quote!(#asked_first);
        }
        quote!(#asked_first match self { #(#arms)* _ => #begin })
    }

    fn resume_arm(&self, step: usize) -> TokenStream {
        let generator = self.generator;
        let this = &self.flow.steps[step];
        match &this.act {
            Act::Leaf { leaf, place, exits } => {
                let made = generator.made(*leaf);
                let (can_run, held) = (generator.if_can_run(made), generator.held(made));
                let (place, label) = (generator.names.place(self.region, *place), &self.labels[step]);
                if self.goes_on_where_it_begins(step) {
                    return quote!(Self::#place(_) #can_run => break #label,);
                }
                let resumed = self.bound(generator.resume_leaf(made, this.node, self.out(*exits)), *exits);
                self.arm(quote!(Self::#place(#held) #can_run), resumed, *exits)
            }
            Act::Call { call, place: Some(place), exits } => {
                let (place, can_run) = (generator.names.place(self.region, *place), generator.if_call_can_run(call));
                let resumed = self.told(this, generator.call(call, this.node, self.out(*exits)), *exits);
                self.arm(quote!(Self::#place #can_run), resumed, *exits)
            }
            Act::Frame { place, exits } => {
                let (pattern, fields) = generator.frame_pattern(self.region, *place);
                if self.goes_on_where_it_begins(step) {
                    let (place, label) = (generator.names.place(self.region, *place), &self.labels[step]);
                    return quote!(Self::#place { .. } => break #label,);
                }
                let function = generator.names.frame(self.region, *place);
                let inputs = self.inputs_to_frame(*place, *exits, &self.plan.locals);
                let resumed = self.told(this, quote!(Self::#function(#fields, #inputs)), *exits);
                let jump = self.after_frame(*place, resumed, |after| self.to(exits.after(after).to));
                quote!(#pattern => #jump,)
            }
            Act::Part { part, exits } => {
                let pattern = generator.pattern(self.region, *part);
                let function = generator.names.part(self.region, *part);
                let inputs = self.inputs_to_part(*part, *exits, &self.plan.locals);
                let (success, failure) = (self.to(exits.success.to), self.to(exits.failure.to));
                let resumed = self.bound(quote!(self.#function(#inputs)), *exits);
                let jump = generator.after(resumed, success, failure);
                quote!(#pattern => #jump,)
            }
            Act::Begin { place, first } => {
                let (place, jump) = (generator.names.place(self.region, *place), self.to(*first));
                quote!(Self::#place => { self.clear(); #jump })
            }
            Act::Call { place: None, .. } | Act::Choose { .. } => TokenStream::new(),
        }
    }

    /// The arm that resumes what waits in a place. When that has ended, the state becomes idle.
    fn arm(&self, pattern: TokenStream, resumed: TokenStream, exits: Exits) -> TokenStream {
        let (success, failure) = (self.to(exits.success.to), self.to(exits.failure.to));
        let jump = self.generator.after(resumed, leave(success), leave(failure));
        quote!(#pattern => #jump,)
    }
}
