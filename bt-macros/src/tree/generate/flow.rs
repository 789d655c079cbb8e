//! A flow as labelled blocks: each step stands behind the block whose label leads to it.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Lifetime;

use super::Generator;
use super::names::Taken;
use crate::tree::ir::{Act, Exits, Flow, RegionId, Step, Target};

/// The body of the function of a flow.
pub fn body(generator: &Generator, region: RegionId, flow: &Flow) -> TokenStream {
    let writer = Writer { generator, region, flow, labels: labels(generator, flow) };
    writer.body()
}

struct Writer<'a> {
    generator: &'a Generator<'a>,
    region: RegionId,
    flow: &'a Flow,
    labels: Vec<Lifetime>,
}

fn labels(generator: &Generator, flow: &Flow) -> Vec<Lifetime> {
    let mut taken = Taken::default();
    taken.unique("success");
    taken.unique("failure");
    let label = |step: &Step| {
        let name = taken.unique(generator.names.node(step.node));
        label(super::names::ident(&name).to_string().trim_start_matches("r#"))
    };
    flow.steps.iter().map(label).collect()
}

fn label(name: &str) -> Lifetime {
    Lifetime::new(&format!("'{name}"), Span::call_site())
}

impl Writer<'_> {
    fn body(&self) -> TokenStream {
        let runtime = self.generator.runtime;
        let mut code = self.resume();
        for step in 0..self.flow.steps.len() {
            if self.is_reached_by_jump(Target::Step(step)) {
                let label = &self.labels[step];
                code = quote!(#label: { #code });
            }
            let begin = self.begin(step);
            code = quote!(#code #begin);
        }
        let after_last = match self.flow.steps.last() {
            Some(_) => None,
            None => Some(self.flow.entry),
        };
        if let Some(Target::End(success)) = after_last {
            return quote!(#code #runtime::private::ended(#success));
        }
        if self.is_used(Target::End(true)) {
            let code = self.labelled(Target::End(true), code);
            if !self.is_used(Target::End(false)) {
                return quote!(#code #runtime::private::ended(true));
            }
            let code = self.labelled(Target::End(false), quote!(#code return #runtime::private::ended(true);));
            return quote!(#code #runtime::private::ended(false));
        }
        let code = self.labelled(Target::End(false), code);
        quote!(#code #runtime::private::ended(false))
    }

    fn labelled(&self, target: Target, code: TokenStream) -> TokenStream {
        let label = self.label(target);
        if self.is_reached_by_jump(target) { quote!(#label: { #code }) } else { code }
    }

    fn label(&self, target: Target) -> Lifetime {
        match target {
            Target::Step(step) => self.labels[step].clone(),
            Target::End(true) => label("success"),
            Target::End(false) => label("failure"),
        }
    }

    /// Where the code after a step falls through to.
    fn after(&self, step: usize) -> Target {
        match step + 1 {
            next if next < self.flow.steps.len() => Target::Step(next),
            _ if self.is_used(Target::End(true)) => Target::End(true),
            _ => Target::End(false),
        }
    }

    fn targets(&self, step: usize) -> Vec<Target> {
        match &self.flow.steps[step].act {
            Act::Leaf { exits, .. } | Act::Call { exits, .. } | Act::Frame { exits, .. } | Act::Part { exits, .. } => {
                vec![exits.success, exits.failure]
            }
            Act::Choose { targets, .. } => targets.clone(),
        }
    }

    fn is_used(&self, target: Target) -> bool {
        self.flow.entry == target || (0..self.flow.steps.len()).any(|step| self.targets(step).contains(&target))
    }

    /// Whether anything but the step before it leads to the target.
    fn is_reached_by_jump(&self, target: Target) -> bool {
        if self.flow.entry == target && target != Target::Step(0) {
            return true;
        }
        (0..self.flow.steps.len()).any(|step| {
            let reached = self.targets(step).contains(&target);
            reached && (self.waits(step) || self.jumps(step, target))
        })
    }

    /// Whether the beginning of a step jumps to the target.
    fn jumps(&self, step: usize, target: Target) -> bool {
        self.after(step) != target || matches!(self.flow.steps[step].act, Act::Choose { .. })
    }

    /// Whether the flow can be resumed in this step.
    fn waits(&self, step: usize) -> bool {
        match &self.flow.steps[step].act {
            Act::Leaf { .. } | Act::Frame { .. } => true,
            Act::Call { place, .. } => place.is_some(),
            Act::Part { part, .. } => !self.generator.machine.regions[self.region].parts[*part].places.is_empty(),
            Act::Choose { .. } => false,
        }
    }

    /// Goes on where the flow was waiting; falls through to the first step if it was not.
    fn resume(&self) -> TokenStream {
        let entry = self.flow.entry;
        let begin = if entry == Target::Step(0) {
            quote!({})
        } else {
            let label = self.label(entry);
            quote!(break #label,)
        };
        let arms: Vec<TokenStream> = (0..self.flow.steps.len())
            .filter(|&step| self.waits(step))
            .map(|step| self.resume_arm(&self.flow.steps[step]))
            .collect();
        if arms.is_empty() && entry == Target::Step(0) {
            return quote!();
        }
        quote!(match self { #(#arms)* _ => #begin })
    }

    fn resume_arm(&self, step: &Step) -> TokenStream {
        let generator = self.generator;
        let runtime = generator.runtime;
        let inputs = generator.inputs_on();
        match &step.act {
            Act::Leaf { leaf, place, exits } => {
                let made = generator.made(*leaf);
                let (behavior, kept) = (generator.behavior(made), generator.kept_of(made, step.node));
                let place = generator.names.place(self.region, *place);
                let can_run = generator.context().is_generic().then(|| quote!(if #behavior::CAN.run));
                let tick = quote!(#behavior::__tick(#runtime::private::held(leaf), false, #kept, context));
                self.arm(quote!(Self::#place(leaf) #can_run), tick, *exits)
            }
            Act::Call { call, place: Some(place), exits } => {
                let place = generator.names.place(self.region, *place);
                self.arm(quote!(Self::#place), generator.call(call), *exits)
            }
            Act::Frame { place, exits } => {
                let (pattern, fields) = generator.frame_pattern(self.region, *place);
                let function = generator.names.frame(self.region, *place);
                self.arm(pattern, quote!(Self::#function(#fields, #inputs)), *exits)
            }
            Act::Part { part, exits } => {
                let pattern = generator.pattern(self.region, *part);
                let function = generator.names.part(self.region, *part);
                let jump = self.jump(quote!(self.#function(#inputs)?), *exits);
                quote!(#pattern => #jump)
            }
            Act::Call { place: None, .. } | Act::Choose { .. } => TokenStream::new(),
        }
    }

    fn arm(&self, pattern: TokenStream, tick: TokenStream, exits: Exits) -> TokenStream {
        let jump = self.jump(quote!(success), exits);
        quote!(#pattern => {
            let success = #tick?;
            *self = Self::Idle;
            #jump
        })
    }

    fn jump(&self, success: TokenStream, exits: Exits) -> TokenStream {
        let (on_success, on_failure) = (self.label(exits.success), self.label(exits.failure));
        if exits.success == exits.failure {
            return quote!({ let _ = #success; break #on_success });
        }
        quote!(if #success { break #on_success } else { break #on_failure })
    }

    fn begin(&self, step: usize) -> TokenStream {
        let generator = self.generator;
        let runtime = generator.runtime;
        let node = self.flow.steps[step].node;
        let inputs = generator.inputs_on();
        match &self.flow.steps[step].act {
            Act::Leaf { leaf, place, exits } => {
                let made = generator.made(*leaf);
                let (behavior, kept, make) =
                    (generator.behavior(made), generator.kept_of(made, node), generator.make(made));
                let place = generator.names.place(self.region, *place);
                let go = self.go(
                    step,
                    quote!(#runtime::private::rest(step, self, || Self::#place(#runtime::private::put(leaf)))?),
                    *exits,
                );
                quote!({
                    let mut leaf = #make;
                    let step = #behavior::__tick(&mut leaf, true, #kept, context);
                    #go
                })
            }
            Act::Call { call, place: Some(place), exits } => {
                let (call, place) = (generator.call(call), generator.names.place(self.region, *place));
                self.go(step, quote!(#runtime::private::rest(#call, self, || Self::#place)?), *exits)
            }
            Act::Call { call, place: None, exits } => self.go(step, generator.call(call), *exits),
            Act::Frame { place, exits } => {
                let begin = generator.frame_begin(self.region, *place);
                let function = generator.names.frame(self.region, *place);
                let (bindings, by_reference, value) = (begin.bindings, begin.by_reference, begin.value);
                let go = self.go(step, quote!(#runtime::private::rest(step, self, || #value)?), *exits);
                quote!({
                    #bindings
                    let step = Self::#function(#by_reference, #inputs);
                    #go
                })
            }
            Act::Part { part, exits } => {
                let function = generator.names.part(self.region, *part);
                self.go(step, quote!(self.#function(#inputs)?), *exits)
            }
            Act::Choose { choice, targets } => {
                let jumps: Vec<TokenStream> = targets
                    .iter()
                    .map(|&target| {
                        let label = self.label(target);
                        quote!(break #label)
                    })
                    .collect();
                generator.choose(*choice, &jumps, node)
            }
        }
    }

    /// Goes on from a step whose success is an expression; falls through where it can.
    fn go(&self, step: usize, success: TokenStream, exits: Exits) -> TokenStream {
        let next = self.after(step);
        let (on_success, on_failure) = (self.label(exits.success), self.label(exits.failure));
        match (exits.success == next, exits.failure == next) {
            (true, true) => quote!(#success;),
            (true, false) => quote!(if !#success { break #on_failure }),
            (false, true) => quote!(if #success { break #on_success }),
            (false, false) if exits.success == exits.failure => quote!(#success; break #on_success;),
            (false, false) => quote!(if #success { break #on_success } else { break #on_failure }),
        }
    }
}
