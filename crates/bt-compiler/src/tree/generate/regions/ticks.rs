//! The functions that tick what is in frames.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use super::frames::Field;
use crate::tree::generate::Generator;
use crate::tree::generate::code::own;
use crate::tree::generate::names::ident;
use crate::tree::ir::{Frame, Loop, Pick, PlaceId, RegionId, Rule};
use crate::tree::model::{CodeId, NodeId};

impl Generator<'_> {
    /// The function that ticks a frame.
    pub fn frame_function(&self, region: RegionId, place: PlaceId) -> TokenStream {
        let frame = self.frame_of(region, place);
        let node = self.machine.regions[region].places[place].node;
        let function = self.names.frame(region, place);
        let (generics, inputs, step) = (self.context().generics_of_part(&self.runtime), self.inputs(), self.step());
        let fields = self.fields(frame).into_iter().map(|Field { name, ty, .. }| quote!(#name: &mut #ty));
        let body = match frame {
            Frame::Group { .. } => {
                let inputs = self.inputs_on();
                quote!(child.tick(#inputs))
            }
            Frame::Loop { turns, child, .. } => self.counted_loop(*turns, *child),
            Frame::Decorated { decorator, .. } => self.decorated(*decorator, node),
            Frame::Timer { .. } => quote!(timer.wait(&mut inputs.span)),
            Frame::Timeout { .. } => self.timeout(node),
            Frame::Every { duration, action, .. } => self.every(*duration, *action),
            Frame::Cooldown { cell, .. } => self.cooldown(*cell),
            Frame::Pick { pick, go_on_after, begins, child } => {
                self.pick(region, place, pick, *go_on_after, begins, *child)
            }
            Frame::Observe { key, child } => self.observe(*key, *child),
            Frame::Parallel { rule, branches } => self.parallel(*rule, branches, node),
        };
        quote!(fn #function #generics(#(#fields,)* #inputs) -> #step { #body })
    }

    fn counted_loop(&self, turns: Loop, child: RegionId) -> TokenStream {
        let (runtime, inputs, state) = (&self.runtime, self.inputs_on(), self.region_type(child));
        let Loop { again_after, result } = turns;
        let (run_out, end) = (self.ended(again_after), self.ended(result));
        let turn = self.after_either(quote!(child.tick(#inputs)), again_after, quote!(), quote!(return #end));
        quote! {
            if *left == 0 {
                return #run_out;
            }
            let mut began = #runtime::None;
            if #runtime::matches!(child, #state::Idle) {
                began = #runtime::Some(inputs.span);
            }
            loop {
                #turn
                *left -= 1;
                if *left == 0 {
                    return #run_out;
                }
                if began == #runtime::Some(inputs.span) {
                    return #runtime::Running;
                }
                began = #runtime::Some(inputs.span);
            }
        }
    }

    fn decorated(&self, decorator: usize, node: NodeId) -> TokenStream {
        let (runtime, inputs) = (&self.runtime, self.inputs_on());
        let decorator = self.made(decorator);
        let before = self.decorator(decorator, "before", quote!(decorator, context));
        let after = self.decorator(decorator, "after", quote!(decorator, context, status));
        let give_up = self.gives_up(node, quote!(child.abort(context, inputs)));
        quote! {
            if let #runtime::Some(status) = #before {
                #give_up;
                return #runtime::Step::of(status);
            }
            let status = match child.tick(#inputs).status() {
                #runtime::Ok(status) => status,
                #runtime::Err(error) => return #runtime::Error(error),
            };
            if status.is_running() {
                inputs.span.use_up();
            }
            let status = #after;
            if !status.is_running() {
                #give_up;
            }
            #runtime::Step::of(status)
        }
    }

    fn timeout(&self, node: NodeId) -> TokenStream {
        let (runtime, inputs) = (&self.runtime, self.inputs_on());
        let give_up = self.gives_up(node, quote!(child.abort(context, inputs)));
        quote! {
            let mut whole = inputs.span;
            inputs.span = timer.cut(whole);
            let step = child.tick(#inputs);
            if !step.is_running() {
                inputs.span = timer.after(whole, inputs.span);
                return step;
            }
            if timer.run_out(&mut whole) {
                inputs.span = whole;
                #give_up;
                return #runtime::Failure;
            }
            step
        }
    }

    fn every(&self, duration: CodeId, action: CodeId) -> TokenStream {
        let (inputs, action) = (self.inputs_on(), self.act(action));
        let period = if self.is_literal(duration) { self.new_timer(duration) } else { quote!(*period) };
        quote! {
            let begin = inputs.span;
            let step = child.tick(#inputs);
            for _ in 0..left.beats(#period, begin, inputs.span, &step) {
                #action
            }
            step
        }
    }

    fn cooldown(&self, cell: usize) -> TokenStream {
        let inputs = self.inputs_on();
        quote! {
            let step = child.tick(#inputs);
            if !step.is_running() {
                inputs.stopped(#cell);
            }
            step
        }
    }

    fn pick(
        &self,
        region: RegionId,
        place: PlaceId,
        pick: &Pick,
        go_on_after: bool,
        begins: &[PlaceId],
        child: RegionId,
    ) -> TokenStream {
        let at = self.span(self.machine.regions[region].places[place].node);
        let (runtime, inputs, state) = (&self.runtime, self.inputs_on(), self.region_type(child));
        let picked = match pick {
            Pick::AtRandom => {
                let (left, rng) = (own("left", at), self.asked("draws", at));
                quote_spanned!(at=> #left.draw(#rng))
            }
            Pick::Best(scores) => {
                let scores = scores.iter().map(|&score| self.score(score)).enumerate();
                let arms = scores.map(|(child, score)| quote!(#child => #score,));
                quote!(left.best(|child| match child { #(#arms)* _ => 0.0 }))
            }
        };
        let (last, others) = begins.split_last().expect("composites have children");
        let others = others.iter().enumerate().map(|(number, &begin)| {
            let begin = self.names.place(child, begin);
            quote!(#number => #state::#begin,)
        });
        let last = self.names.place(child, *last);
        let (run_out, end) = (self.ended(go_on_after), self.ended(!go_on_after));
        let turn = self.after_either(quote!(child.tick(#inputs)), go_on_after, quote!(), quote!(return #end));
        quote! {
            loop {
                if #runtime::matches!(child, #state::Idle) {
                    if left.is_empty() {
                        return #run_out;
                    }
                    *child = match #picked { #(#others)* _ => #state::#last };
                }
                #turn
            }
        }
    }

    fn observe(&self, key: CodeId, child: RegionId) -> TokenStream {
        let (runtime, inputs, state) = (&self.runtime, self.inputs_on(), self.region_type(child));
        let (at, now) = (self.span_of_function(key), self.key_of(key));
        let (runtime_there, key) = (self.runtime_at(at), own("key", at));
        let changed = quote_spanned!(at=> #runtime_there::has_changed(#key, #now));
        quote! {
            let changed = #changed;
            if changed || inputs.span.looks() || #runtime::matches!(child, #state::Idle) {
                child.tick(#inputs)
            } else {
                child.resume(#inputs)
            }
        }
    }

    fn parallel(&self, rule: Rule, branches: &[RegionId], node: NodeId) -> TokenStream {
        let (runtime, inputs) = (&self.runtime, self.inputs_on());
        let names: Vec<Ident> =
            branches.iter().map(|&branch| ident(self.names.node(self.machine.regions[branch].node))).collect();
        let give_up = self.gives_up(node, quote!({ #(#names.abort(context, inputs);)* }));
        let rule = match rule {
            Rule::Parallel { success, failure } => {
                quote!(#runtime::Rule::Parallel { success: #success, failure: #failure })
            }
            Rule::All { failure } => quote!(#runtime::Rule::All { failure: #failure }),
        };
        quote! {
            let ended = [#(#runtime::Branch::ended(#names)),*];
            let mut tally = #runtime::Tally::new(#rule, ended, &inputs.span);
            let end = 'decided: {
                #(if let #runtime::Some(end) = tally.tick(#names, inputs, |branch, inputs| branch.tick(#inputs)) {
                    break 'decided end;
                })*
                return #runtime::Running;
            };
            #give_up;
            end
        }
    }
}
