//! How a flow continues where it was waiting.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};

use super::Writer;
use crate::tokens::own;
use crate::tree::ir::{Act, Exit, Exits, Step, StepId, Target};
use crate::tree::outcome::Outcome;
use crate::tree::plan::places::Pieces;

impl Writer<'_> {
    /// Continues where the flow was waiting, or begins at its entry.
    pub(super) fn resume(&self) -> TokenStream {
        let entry = self.flow.entry;
        let falls_through = self.begins_with_first();
        let begin = match falls_through {
            true => TokenStream::new(),
            false if self.takes_turns() => self.begin_by_turn(),
            false => self.to(entry),
        };
        let mocked = self.mocked_at_entry();
        let first = self.plan.checked_first.map(|step| step.0).filter(|&step| !self.falls_into(step));
        let checked_first = first.map(|step| {
            let arm = self.resume_arm(step);
            quote!(match self { #arm _ => {} })
        });
        let waits = |&step: &usize| self.waits(step) && Some(step) != first && !self.falls_into(step);
        let waiting = (0..self.flow.steps.len()).filter(waits);
        let arms: Vec<TokenStream> = waiting.map(|step| self.resume_arm(step)).collect();
        if arms.is_empty() && falls_through {
            return quote!(#mocked #checked_first);
        }
        quote!(#mocked #checked_first match self { #(#arms)* _ => { #begin } })
    }

    /// Whether the flow begins with its first step, whatever else is known.
    fn begins_with_first(&self) -> bool {
        self.flow.entry == Target::Step(StepId(0)) && !self.takes_turns()
    }

    /// Whether the flow begins with a frame that has a single piece of code: then no jump is needed to resume it. For a
    /// leaf, the jump is faster.
    pub(super) fn falls_into(&self, step: usize) -> bool {
        let (this, before) = (&self.flow.steps[step], &self.flow.steps[..step]);
        self.begins_with_first()
            && matches!(this.act, Act::Frame { .. })
            && self.goes_on_where_it_begins(step)
            && before.iter().all(|step| matches!(step.act, Act::Mock { .. }))
    }

    /// Whether the flow resumes a frame by a jump to where it begins. A frame that takes `begins` distinguishes the two
    /// itself.
    pub(super) fn is_joined(&self, step: usize) -> bool {
        let Act::Frame { place, .. } = self.flow.steps[step].act else { return false };
        self.goes_on_where_it_begins(step)
            && !self.falls_into(step)
            && !self.generator.frame(self.region, place).has_start()
    }

    fn resume_arm(&self, step: usize) -> TokenStream {
        let Some((pattern, code)) = self.resumed(step) else { return TokenStream::new() };
        if !self.takes_turns() {
            return quote!(#pattern => #code,);
        }
        let turn = self.turn_of(&self.flow.steps[step]);
        // Not `turn`, which the pattern may bind: a composite in the child has a field of that name.
        quote!(#pattern => { *whose = #turn; #code })
    }

    /// The pattern for the places in which the flow waits in a step, and the code that resumes it.
    fn resumed(&self, step: usize) -> Option<(TokenStream, TokenStream)> {
        let generator = self.generator;
        let this = &self.flow.steps[step];
        match &this.act {
            Act::Leaf { leaf, place, exits } => {
                let made = generator.made(*leaf);
                let (can_run, held) = (generator.if_can_run(made), generator.held(made));
                let pieces = generator.tree.plan.place(self.region, *place).code;
                let (place, label) = (generator.names.place(self.region, *place), &self.labels[step]);
                if self.goes_on_where_it_begins(step) {
                    return Some((quote!(Self::#place(_) #can_run), quote!(break #label)));
                }
                let resumed = self.bound(generator.resume_leaf(made, this.node, self.out(*exits)), *exits);
                let code = self.after_resumed(step, resumed, *exits, |step| generator.raise(made, step));
                let code = match pieces {
                    Pieces::OneIfUnit => {
                        let is_unit = generator.of_made(*leaf, "IS_UNIT");
                        quote!(if __Watch::OBSERVED || !#is_unit #code)
                    }
                    Pieces::One | Pieces::Two => code,
                };
                Some((quote!(Self::#place(#held) #can_run), code))
            }
            Act::Call { call, place: Some(place), exits } => {
                let (place, can_run) = (generator.names.place(self.region, *place), generator.if_call_can_run(call));
                let resumed = self.reported(this, generator.call(call, this.node, self.out(*exits)), *exits);
                Some((quote!(Self::#place #can_run), self.after_resumed(step, resumed, *exits, |step| step)))
            }
            Act::Frame { place, exits } => {
                let (pattern, fields) = generator.frame_pattern(self.region, *place);
                if self.goes_on_where_it_begins(step) {
                    let labels = if self.is_joined(step) { &self.begun } else { &self.labels };
                    let (place, label) = (generator.names.place(self.region, *place), &labels[step]);
                    return Some((quote!(Self::#place { .. }), quote!(break #label)));
                }
                let inputs = self.inputs_to_frame(*place, *exits, &self.plan.owned);
                let begins = generator.frame_begins(self.region, *place, &quote!(false));
                let resumed = generator.tick_frame(self.region, *place, &fields, &quote!(#begins #inputs));
                let resumed = self.reported(this, resumed, *exits);
                let jump = self.after_frame(step, *place, *exits, resumed, true);
                Some((pattern, jump))
            }
            Act::Part { part, exits } => {
                let pattern = generator.pattern(self.region, *part);
                let function = generator.names.part(self.region, *part);
                let inputs = self.inputs_to_part(*part, *exits, &self.plan.owned);
                let (success, failure) = (self.to(exits.success.to), self.to(exits.failure.to));
                let resumed = self.bound(quote!(self.#function(#inputs)), *exits);
                let jump = generator.after(resumed, success, failure);
                Some((pattern, jump))
            }
            Act::Begin { .. } if self.takes_turns() => None,
            Act::Begin { place, first } => {
                let (place, jump) = (generator.names.place(self.region, *place), self.to(*first));
                Some((quote!(Self::#place), quote!({ self.clear(); #jump })))
            }
            Act::Call { place: None, .. } | Act::Mock { .. } | Act::Choose { .. } => None,
        }
    }

    /// Continues after the content of a place was ticked. If that has ended, the state becomes idle. `pass` converts
    /// its step to a step of the flow.
    fn after_resumed(
        &self,
        step: usize,
        resumed: TokenStream,
        exits: Exits,
        pass: impl Fn(TokenStream) -> TokenStream,
    ) -> TokenStream {
        let (generator, at) = (self.generator, self.generator.span(self.flow.steps[step].node));
        let (this, step) = (own("self", at), self.result(step));
        let runtime = generator.runtime_at(at);
        let left = quote_spanned!(at=> #runtime::Region::leave(#resumed, #this));
        // A result that is returned unchanged needs no arm.
        let arm = |outcome: Outcome, exit: Exit| {
            let (ended, jump) = (generator.ended(outcome), self.to(exit.to));
            (exit.to != Target::End(outcome)).then(|| quote!(#ended => #jump,))
        };
        match (arm(Outcome::Success, exits.success), arm(Outcome::Failure, exits.failure)) {
            (None, None) => {
                let passed = pass(quote!(#step));
                quote!({ let #step = #left; return #passed; })
            }
            (success, failure) => {
                let passed = pass(quote!(#step));
                quote!({ match #left { #success #failure #step => return #passed, } })
            }
        }
    }

    /// Begins the child that has the turn.
    fn begin_by_turn(&self) -> TokenStream {
        let begins = self.flow.steps.iter().filter_map(|step| match step.act {
            Act::Begin { first, .. } => Some((self.turn_of(step), self.to(first))),
            _ => None,
        });
        let mut begins: Vec<_> = begins.collect();
        let (_, last) = begins.pop().expect("composites have children");
        let others = begins.into_iter().map(|(turn, jump)| quote!(#turn => #jump,));
        quote!(match *whose { #(#others)* _ => #last })
    }

    /// Whether the turn says which child begins. Parts of children are in the same region, but do not take the turn.
    fn takes_turns(&self) -> bool {
        let is_entry = matches!(self.flow.steps.first(), Some(Step { act: Act::Begin { .. }, .. }));
        is_entry && self.generator.tree.plan.region(self.region).takes_turns
    }

    /// The number of the child that contains a step.
    fn turn_of(&self, step: &Step) -> Literal {
        let parent = self.generator.tree.machine[self.region].node;
        let turn = self.generator.tree.model.child_with(parent, step.node).expect("the step is in a child");
        Literal::usize_unsuffixed(turn)
    }
}
