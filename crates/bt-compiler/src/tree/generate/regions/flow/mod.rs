//! The function of a flow: its steps in order, as labelled blocks.
//!
//! A jump to a step is a `break` out of a block that ends just before the step. `selector < a, b >` becomes, in short:
//!
//! ```text
//! 'b: {
//!     match self { A(a) => match a.tick() { Success => return Success, Failure => break 'b }, B(b) => .., _ => {} }
//!     match new_a.tick() { Success => return Success, Failure => {} }
//! }
//! match new_b.tick() { Success => {}, Failure => return Failure }
//! Success
//! ```
//!
//! The first `match` resumes the active leaf. If nothing is active, the function falls through to the first step. A
//! step that comes next is reached by falling through, too. All jumps go forward, so blocks are enough.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Lifetime;

use crate::tree::generate::Generator;
use crate::tree::generate::names::ident;
use crate::tree::ir::{Act, CodeId, Exit, Exits, Flow, PlaceId, RegionId, Step, StepId, Target};
use crate::tree::outcome::Outcome;
use crate::tree::plan::names::Taken;
use crate::tree::plan::parts::Steps;
use crate::tree::plan::places::Pieces;

mod begin;
mod reported;
mod resume;
mod values;

/// The body of the function of a flow.
pub fn body(generator: &Generator, region: RegionId, flow: &Flow, plan: &Steps) -> TokenStream {
    let declared = generator.declared(&plan.locals);
    let (labels, begun) = (labels(generator, flow, ""), labels(generator, flow, "begun_"));
    let body = Writer { generator, region, flow, plan, labels, begun }.body();
    quote!(#declared #body)
}

/// Writes one flow. Each step has a label, which is only used if a jump leads to the step.
struct Writer<'a> {
    generator: &'a Generator<'a>,
    region: RegionId,
    flow: &'a Flow,
    plan: &'a Steps,
    labels: Vec<Lifetime>,
    /// The labels after the code that begins a frame.
    begun: Vec<Lifetime>,
}

/// A label for each step: `before`, and the name of its node.
fn labels(generator: &Generator, flow: &Flow, before: &str) -> Vec<Lifetime> {
    let mut taken = Taken::default();
    let label = |step: &Step| {
        let name = ident(&taken.unique(&format!("{before}{}", generator.names.node(step.node)))).to_string();
        Lifetime::new(&format!("'{}", name.trim_start_matches("r#")), Span::call_site())
    };
    flow.steps.iter().map(label).collect()
}

impl Writer<'_> {
    fn body(&self) -> TokenStream {
        let steps = 0..self.flow.steps.len();
        let is_reached_by_jump = self.reached_by_jumps();
        let steps = steps.fold(self.resume(), |code, step| {
            let label = &self.labels[step];
            let before = if is_reached_by_jump[step] { quote!(#label: { #code }) } else { code };
            self.begin(step, before)
        });
        let is_returned = self.flow.steps.len().checked_sub(1).is_some_and(|last| self.is_returned(last));
        let end = match self.last() {
            Target::End(success) if !is_returned => self.generator.ended(success),
            Target::End(_) | Target::Step(_) => TokenStream::new(),
        };
        quote!(#steps #end)
    }

    /// The jump to a step, or the return from the function.
    fn to(&self, target: Target) -> TokenStream {
        match target {
            Target::Step(step) => {
                let label = &self.labels[step.0];
                quote!(break #label)
            }
            Target::End(success) => {
                let ended = self.generator.ended(success);
                quote!(return #ended)
            }
        }
    }

    /// The target to which the code of a step falls through.
    fn after(&self, step: usize) -> Target {
        match step + 1 {
            next if next < self.flow.steps.len() => Target::Step(StepId(next)),
            _ => self.last(),
        }
    }

    /// The end that is written at the end of the function: the first exit of the last step.
    fn last(&self) -> Target {
        let exits = self.flow.steps.len().checked_sub(1).map(|step| self.targets(step));
        exits.map_or(self.flow.entry, |exits| exits[0])
    }

    fn targets(&self, step: usize) -> Vec<Target> {
        self.flow.steps[step].act.exits().iter().map(|exit| exit.to).collect()
    }

    /// For each step, whether a jump leads to it, rather than just the preceding step.
    fn reached_by_jumps(&self) -> Vec<bool> {
        let steps = 0..self.flow.steps.len();
        let resumed = |step| self.goes_on_where_it_begins(step) && !self.falls_into(step) && !self.is_joined(step);
        let mut reached: Vec<bool> = steps.clone().map(resumed).collect();
        let mut jump = |target| match target {
            Target::Step(step) => reached[step.0] = true,
            Target::End(_) => {}
        };
        if self.flow.entry != Target::Step(StepId(0)) {
            jump(self.flow.entry);
        }
        for step in steps {
            let resumes = self.waits(step) && !self.goes_on_where_it_begins(step);
            let targets = self.targets(step).into_iter();
            targets.filter(|target| resumes || self.jumps(step, *target)).for_each(&mut jump);
        }
        reached
    }

    /// Whether a single piece of code both begins and resumes a step.
    fn goes_on_where_it_begins(&self, step: usize) -> bool {
        match self.flow.steps[step].act {
            Act::Leaf { place, .. } | Act::Frame { place, .. } => {
                self.generator.tree.plan.place(self.region, place).code == Pieces::One
            }
            _ => false,
        }
    }

    /// Whether the beginning of a step jumps to the target.
    fn jumps(&self, step: usize, target: Target) -> bool {
        self.after(step) != target || matches!(self.flow.steps[step].act, Act::Choose { .. })
    }

    /// Whether the flow can wait in this step.
    fn waits(&self, step: usize) -> bool {
        !self.plan.steps[step].places.is_empty()
    }

    /// Whether a step is the last one, and its result is the result of the flow.
    fn is_returned(&self, step: usize) -> bool {
        let passes_on = |exits: Exits| {
            exits.success.to == Target::End(Outcome::Success) && exits.failure.to == Target::End(Outcome::Failure)
        };
        step + 1 == self.flow.steps.len()
            && match self.flow.steps[step].act {
                Act::Leaf { exits, .. } => passes_on(exits) && !self.goes_on_where_it_begins(step),
                Act::Part { exits, .. } => passes_on(exits),
                Act::Frame { place, exits } => passes_on(exits) && self.gives_back_after(place).is_none(),
                Act::Call { .. } | Act::Begin { .. } | Act::Mock { .. } | Act::Choose { .. } => false,
            }
    }

    /// Continues after the success and failure of a step.
    fn go(&self, step: usize, ticked: TokenStream, exits: Exits) -> TokenStream {
        let begun = self.result(step);
        if self.is_returned(step) {
            return quote!(let #begun = #ticked; #begun);
        }
        let arms = self.arms(step, exits, |ended| ended);
        quote!(match #ticked { #arms #begun => return #begun, })
    }

    /// Continues after a leaf that begins inline.
    fn go_in_line(&self, step: usize, place: PlaceId, leaf: CodeId, exits: Exits) -> TokenStream {
        let (generator, runtime) = (self.generator, &self.generator.runtime);
        let (begun, ticked) = (self.result(step), generator.begin_leaf(self.region, place, leaf));
        let (rests, passed) =
            (generator.rests(self.region, place), generator.raise(generator.made(leaf), quote!(#begun)));
        if generator.tree.plan.place(self.region, place).code == Pieces::OneIfUnit {
            let is_unit = generator.of_made(leaf, "IS_UNIT");
            let arms = self.arms(step, exits, |ended| ended);
            let left = quote!(self.leave_if(#is_unit, #begun));
            let passes = match self.is_returned(step) {
                true => quote!({ let #begun = #left; #passed }),
                false => quote!(match #left { #arms #begun => return #passed, }),
            };
            return quote!(match #ticked { #rests, #runtime::Passes(#begun) => #passes, });
        }
        let arms = self.arms(step, exits, |ended| quote!(#runtime::Passes(#ended)));
        match self.is_returned(step) {
            true => quote!(match #ticked { #rests, #runtime::Passes(#begun) => #passed, }),
            false => quote!(match #ticked { #rests, #arms #runtime::Passes(#begun) => return #passed, }),
        }
    }

    /// The arms for success and failure. A result that is returned unchanged needs no arm.
    fn arms(&self, step: usize, exits: Exits, pattern: impl Fn(TokenStream) -> TokenStream) -> TokenStream {
        let arm = |outcome: Outcome, exit: Exit| {
            let (ended, target) = (pattern(self.generator.ended(outcome)), exit.to);
            let on = self.on(step, target);
            (target != Target::End(outcome) || on.is_empty()).then(|| quote!(#ended => { #on }))
        };
        let (success, failure) = (arm(Outcome::Success, exits.success), arm(Outcome::Failure, exits.failure));
        quote!(#success #failure)
    }

    /// The variable for the result of a step. It has the span of the user's token, so that rustc points there if an
    /// error cannot be converted. With that span it could hide a variable of the user, so its name is reserved.
    fn result(&self, step: usize) -> Ident {
        let Step { act, node, .. } = &self.flow.steps[step];
        let span = match act {
            Act::Leaf { leaf, .. } => self.generator.made(*leaf).span,
            _ => self.generator.span(*node),
        };
        Ident::new("__step", span)
    }

    /// The jump from a step to a target, or nothing if the step falls through to it.
    fn on(&self, step: usize, target: Target) -> TokenStream {
        if self.after(step) == target { TokenStream::new() } else { self.to(target) }
    }
}

/// Makes the state idle, and continues.
fn leave(on: TokenStream) -> TokenStream {
    quote!(self.clear(); #on)
}
