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

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Lifetime;

use crate::tree::generate::names::{Taken, ident};
use crate::tree::generate::{Generator, index};
use crate::tree::ir::frame::Group;
use crate::tree::ir::{
    Act, Exit, Exits, Flow, Frame, Holds, NodeId, PartId, PlaceId, RegionId, Slot, Step, StepId, Target, ValueId,
};

/// The body of the function of a flow.
pub fn body(generator: &Generator, region: RegionId, flow: &Flow) -> TokenStream {
    let (labels, locals) = (labels(generator, flow), generator.locals(flow));
    let declared = generator.declared(&locals);
    let body = Writer { generator, region, flow, labels, locals }.body();
    quote!(#declared #body)
}

/// Writes one flow. Each step has a label, which is used only if some jump leads to the step.
struct Writer<'a> {
    generator: &'a Generator<'a>,
    region: RegionId,
    flow: &'a Flow,
    labels: Vec<Lifetime>,
    /// The values that are variables of the function.
    locals: BTreeSet<ValueId>,
}

/// A label for each step, named after its node.
fn labels(generator: &Generator, flow: &Flow) -> Vec<Lifetime> {
    let mut taken = Taken::default();
    let label = |step: &Step| {
        let name = ident(&taken.unique(generator.names.node(step.node))).to_string();
        Lifetime::new(&format!("'{}", name.trim_start_matches("r#")), Span::call_site())
    };
    flow.steps.iter().map(label).collect()
}

impl Writer<'_> {
    fn body(&self) -> TokenStream {
        let steps = 0..self.flow.steps.len();
        let steps = steps.fold(self.resume(), |code, step| {
            let begin = self.begin(step);
            if !self.is_reached_by_jump(Target::Step(StepId(step))) {
                return quote!(#code #begin);
            }
            let label = &self.labels[step];
            quote!(#label: { #code } #begin)
        });
        let end = match self.last() {
            Target::End(success) => self.generator.ended(success),
            Target::Step(_) => TokenStream::new(),
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

    /// Where the code of a step falls through to.
    fn after(&self, step: usize) -> Target {
        match step + 1 {
            next if next < self.flow.steps.len() => Target::Step(StepId(next)),
            _ => self.last(),
        }
    }

    /// The end of the flow that is written at the end of the function: the first exit of the last step.
    fn last(&self) -> Target {
        let exits = self.flow.steps.len().checked_sub(1).map(|step| self.targets(step));
        exits.map_or(self.flow.entry, |exits| exits[0])
    }

    fn targets(&self, step: usize) -> Vec<Target> {
        self.flow.steps[step].act.exits().iter().map(|exit| exit.to).collect()
    }

    /// Whether a jump leads to the target, and not only the step before it.
    fn is_reached_by_jump(&self, target: Target) -> bool {
        if let Target::Step(step) = target
            && self.goes_on_where_it_begins(step.0)
        {
            return true;
        }
        if self.flow.entry == target && target != Target::Step(StepId(0)) {
            return true;
        }
        (0..self.flow.steps.len()).any(|step| {
            let reached = self.targets(step).contains(&target);
            let resumes = self.waits(step) && !self.goes_on_where_it_begins(step);
            reached && (resumes || self.jumps(step, target))
        })
    }

    /// Whether a step has one piece of code, which both begins and resumes it: a leaf in a large region, and a frame that
    /// says so.
    fn goes_on_where_it_begins(&self, step: usize) -> bool {
        match self.flow.steps[step].act {
            Act::Leaf { .. } => !self.generator.machine[self.region].resumes_apart,
            Act::Frame { place, .. } => {
                let holds = &self.generator.machine[self.region][place].holds;
                matches!(holds, Holds::Frame(frame) if frame.is_in_one_piece())
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
        match &self.flow.steps[step].act {
            Act::Leaf { .. } | Act::Frame { .. } | Act::Begin { .. } => true,
            Act::Call { place, .. } => place.is_some(),
            Act::Part { part, .. } => self.generator.machine[self.region].places_of(*part).next().is_some(),
            Act::Choose { .. } => false,
        }
    }

    /// Goes on where the flow was waiting. If it was not waiting, it begins at its entry.
    fn resume(&self) -> TokenStream {
        let entry = self.flow.entry;
        let begin = if entry == Target::Step(StepId(0)) { quote!({}) } else { self.to(entry) };
        let first = self.only_parent();
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

    /// The step whose frame is the only one of the region that holds the state of a child. That has values to spare, among
    /// which rustc tells the other places: where this one is asked first, they need not be decoded.
    fn only_parent(&self) -> Option<usize> {
        let region = &self.generator.machine[self.region];
        let is_parent = |&place: &PlaceId| {
            matches!(region[place].holds, Holds::Frame(_))
                && !self.generator.frame_states(self.region, place).is_empty()
        };
        let mut parents = region.place_ids().filter(is_parent);
        let only = parents.next().filter(|_| parents.next().is_none())?;
        self.flow.steps.iter().position(|step| matches!(step.act, Act::Frame { place, .. } if place == only))
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
                let inputs = self.inputs_to_frame(*place, *exits, &self.locals);
                let resumed = self.told(this, quote!(Self::#function(#fields, #inputs)), *exits);
                let jump = self.after_frame(*place, resumed, |after| self.to(exits.after(after).to));
                quote!(#pattern => #jump,)
            }
            Act::Part { part, exits } => {
                let pattern = generator.pattern(self.region, *part);
                let function = generator.names.part(self.region, *part);
                let inputs = self.inputs_to_part(*part, *exits, &self.locals);
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

    /// The result of a step, reported to observers, with the value that it binds.
    fn told(&self, step: &Step, ticked: TokenStream, exits: Exits) -> TokenStream {
        self.bound(self.ended(step, ticked, exits), exits)
    }

    /// The result of a step, with the value that it binds reported to observers.
    fn bound(&self, ticked: TokenStream, exits: Exits) -> TokenStream {
        match exits.success.value {
            Some(Slot::Local(value)) => {
                let place = self.generator.bound(value);
                self.generator.has_bound(ticked, value, quote!(#place))
            }
            Some(Slot::Out) | None => ticked,
        }
    }

    /// The result of a step, with its end reported to observers.
    fn ended(&self, step: &Step, ticked: TokenStream, exits: Exits) -> TokenStream {
        let (runtime, node) = (&self.generator.runtime, index(step.node.0));
        let ends = |exit: Exit| exit.end_of(step.node).is_some();
        let (success, failure) = (ends(exits.success), ends(exits.failure));
        match (success, failure) {
            _ if self.generator.model[step.node].children.is_empty() => self.told_leaf(step, ticked, exits),
            (true, true) => quote!(#runtime::has_ended(#ticked, #node, inputs)),
            (false, true) => quote!(#runtime::has_asked(#ticked, #node, inputs)),
            (_, false) => ticked,
        }
    }

    /// The result of a step of a leaf, which an observer may mock.
    fn told_leaf(&self, step: &Step, ticked: TokenStream, exits: Exits) -> TokenStream {
        let (runtime, node) = (&self.generator.runtime, index(step.node.0));
        let can_run = match &step.act {
            Act::Call { call, .. } => self.generator.call_can_run(call),
            _ => None,
        };
        // A mock has no value.
        let (run, succeed) = (can_run.unwrap_or_else(|| quote!(true)), exits.success.value.is_none());
        let can = quote!(#runtime::Can { run: #run, succeed: #succeed, ..#runtime::Can::ANYTHING });
        quote! {
            #runtime::has_run(
                match inputs.mock(#node, #can) { #runtime::Some(mocked) => mocked, #runtime::None => #ticked },
                #node,
                inputs,
            )
        }
    }

    /// Reports the start of a step's node to observers, if nothing else does.
    fn start(&self, step: usize) -> Option<TokenStream> {
        let Step { node, starts, .. } = &self.flow.steps[step];
        let node = index(node.0);
        starts.then(|| quote!(inputs.start(#node);))
    }

    /// The code of a step, with the report of its start.
    fn begin(&self, step: usize) -> TokenStream {
        if let (Act::Frame { place, exits }, true) = (&self.flow.steps[step].act, self.goes_on_where_it_begins(step)) {
            return self.frame_in_one_piece(step, *place, *exits);
        }
        let (start, begun) = (self.start(step), self.begun(step));
        let begun = self.generator.reading(self.reads(step), begun);
        quote!(#start #begun)
    }

    /// The code of a frame that is in its place before it is ticked, whether it begins or goes on.
    fn frame_in_one_piece(&self, step: usize, place: PlaceId, exits: Exits) -> TokenStream {
        let (generator, start) = (self.generator, self.start(step));
        let (runtime, inputs, name) = (
            &generator.runtime,
            generator.inputs_to_begin(self.region, place),
            generator.names.place(self.region, place),
        );
        let (begin, ticked) = (generator.names.begin(self.region, place), self.frame(step, place, exits));
        quote! {
            if !#runtime::matches!(self, Self::#name { .. }) {
                #start
                self.#begin(#inputs);
            }
            #ticked
        }
    }

    /// The tick of a frame that is in its place.
    fn frame(&self, step: usize, place: PlaceId, exits: Exits) -> TokenStream {
        let (generator, this) = (self.generator, &self.flow.steps[step]);
        let inputs = self.inputs_to_frame(place, exits, &BTreeSet::new());
        let function = generator.names.frame(self.region, place);
        let (pattern, fields) = generator.frame_pattern(self.region, place);
        let ticked = self.told(this, quote!(Self::#function(#fields, #inputs)), exits);
        let ticked = self.after_frame(place, ticked, |after| self.on(step, exits.after(after).to));
        quote!(match self { #pattern => #ticked, _ => {} })
    }

    /// The code of a step.
    fn begun(&self, step: usize) -> TokenStream {
        let generator = self.generator;
        let this = &self.flow.steps[step];
        let node = this.node;
        let none = &BTreeSet::new();
        match &self.flow.steps[step].act {
            Act::Leaf { place, exits, .. } => {
                let function = generator.names.begin(self.region, *place);
                let reads = self.generator.model[node].uses.iter().copied().collect();
                let (values, out, inputs) =
                    (generator.value_args(&reads, none), self.out(*exits), generator.inputs_on());
                let out = out.map(|out| quote!(#out,));
                let ticked = self.bound(quote!(self.#function(#values #out #inputs)), *exits);
                if self.goes_on_where_it_begins(step) {
                    let (success, failure) = (self.on(step, exits.success.to), self.on(step, exits.failure.to));
                    return generator.after(ticked, leave(success), leave(failure));
                }
                self.go(step, ticked, *exits)
            }
            Act::Call { call, place: Some(place), exits } => {
                let call = self.told(this, generator.call(call, node, self.out(*exits)), *exits);
                let place = generator.names.place(self.region, *place);
                self.rest(step, call, quote!(Self::#place), *exits)
            }
            Act::Call { call, place: None, exits } => {
                self.go_if(step, self.told(this, generator.call(call, node, self.out(*exits)), *exits), *exits)
            }
            Act::Frame { place, exits } => {
                let (begin, ticked) = (generator.names.begin(self.region, *place), self.frame(step, *place, *exits));
                let inputs = generator.inputs_to_begin(self.region, *place);
                let begun = quote!(self.#begin(#inputs); #ticked);
                self.unless_at_once(step, *place, *exits, begun)
            }
            Act::Part { part, exits } => {
                let function = generator.names.part(self.region, *part);
                let inputs = self.inputs_to_part(*part, *exits, none);
                self.go(step, self.bound(quote!(self.#function(#inputs)), *exits), *exits)
            }
            // No step falls through to this one, and the code of the child follows.
            Act::Begin { .. } => TokenStream::new(),
            Act::Choose { choice, exits } => {
                let ways: Vec<TokenStream> = exits.iter().map(|&exit| self.leave(node, exit)).collect();
                let out = this.act.matches().map(|value| generator.bound(value).to_token_stream());
                generator.choose(choice, &ways, node, out.as_ref())
            }
        }
    }

    /// Takes an exit of a node, and reports the end of the node if it ends on this exit.
    fn leave(&self, node: NodeId, exit: Exit) -> TokenStream {
        let (runtime, jump, ended) = (&self.generator.runtime, self.to(exit.to), index(node.0));
        match exit.end_of(node) {
            None => jump,
            Some(success) => {
                let outcome = if success { quote!(Success) } else { quote!(Failure) };
                quote!({ inputs.finish(#ended, #runtime::Outcome::#outcome); #jump })
            }
        }
    }

    /// Where the value of a step goes, if that is asked for.
    fn out(&self, exits: Exits) -> Option<TokenStream> {
        exits.success.value.map(|slot| self.generator.out(Some(slot)))
    }

    /// The values that the beginning of a step reads from variables of the function. A group takes those that it holds.
    fn reads(&self, step: usize) -> impl Iterator<Item = ValueId> {
        let this = &self.flow.steps[step];
        let taken = match this.act {
            Act::Frame { place, .. } => self.group(place).map(|group| group.holds.clone()).unwrap_or_default(),
            _ => Vec::new(),
        };
        let read = self.generator.reads.step(self.generator.model, self.region, this);
        read.into_iter().filter(|value| self.locals.contains(value)).filter(move |value| !taken.contains(value))
    }

    fn group(&self, place: PlaceId) -> Option<&Group> {
        match &self.generator.machine[self.region][place].holds {
            Holds::Frame(Frame::Group(group)) => Some(group),
            _ => None,
        }
    }

    /// The result after which a group gives back what it holds.
    fn gives_back(&self, place: PlaceId) -> Option<bool> {
        self.group(place)?.gives_back
    }

    /// Puts what a group has held back into variables of the function.
    fn given_back(&self, place: PlaceId) -> TokenStream {
        let (generator, runtime) = (self.generator, &self.generator.runtime);
        let holds = self.group(place).map_or(&[][..], |group| &group.holds).iter();
        let back = holds.map(|&value| {
            let (name, held) = (generator.bound(value), generator.held_value(value));
            quote!(#name = #runtime::Some(#runtime::Held::give_back(#held));)
        });
        back.collect()
    }

    /// The beginning of a group. One of leaves that cannot be running holds nothing: it has no place.
    fn unless_at_once(&self, step: usize, place: PlaceId, exits: Exits, begun: TokenStream) -> TokenStream {
        let (generator, group) = (self.generator, self.group(place));
        let can_wait = group.and_then(|group| Some((group, generator.can_wait(group, &quote!(__bt))?)));
        let Some((group, can_wait)) = can_wait else { return begun };
        let (state, inputs) =
            (generator.region_type(group.child), generator.inputs_to(group.child, generator.out(exits.success.value)));
        let ticked = self.bound(quote!(#state::Idle.tick(#inputs)), exits);
        let at_once = self.go(step, generator.reading(group.holds.iter().copied(), ticked), exits);
        quote!(if const { #can_wait } { #begun } else { #at_once })
    }

    /// What comes after the tick of a frame that is in its place. What a group has held goes back into variables.
    fn after_frame(&self, place: PlaceId, ticked: TokenStream, jump: impl Fn(bool) -> TokenStream) -> TokenStream {
        let (generator, runtime) = (self.generator, &self.generator.runtime);
        let (name, back) = (generator.names.place(self.region, place), self.given_back(place));
        let holds = self.group(place).map_or(&[][..], |group| &group.holds).iter();
        let held = holds.map(|&value| generator.held_value(value));
        let back = quote! {
            if let Self::#name { #(#held,)* .. } = #runtime::replace(self, Self::Idle) { #back }
        };
        let on = |after: bool| {
            let jump = jump(after);
            if self.gives_back(place) == Some(after) { quote!(#back #jump) } else { leave(jump) }
        };
        generator.after(ticked, on(true), on(false))
    }

    fn inputs_to_frame(&self, place: PlaceId, exits: Exits, unset: &BTreeSet<ValueId>) -> TokenStream {
        self.generator.inputs_to_frame(self.region, place, unset, self.generator.out(exits.success.value))
    }

    fn inputs_to_part(&self, part: PartId, exits: Exits, unset: &BTreeSet<ValueId>) -> TokenStream {
        self.generator.inputs_to_part(self.region, part, unset, self.generator.out(exits.success.value))
    }

    /// Begins something that can answer running: then the state becomes its place.
    fn rest(&self, step: usize, begun: TokenStream, place: TokenStream, exits: Exits) -> TokenStream {
        let runtime = &self.generator.runtime;
        let (success, failure) = (self.on(step, exits.success.to), self.on(step, exits.failure.to));
        quote! {
            match #begun {
                #runtime::Success => { #success }
                #runtime::Failure => { #failure }
                #runtime::Running => {
                    *self = #place;
                    return #runtime::Running;
                }
                step => return step,
            }
        }
    }

    /// Goes on after success and after failure of a step.
    fn go(&self, step: usize, ticked: TokenStream, exits: Exits) -> TokenStream {
        self.generator.after(ticked, self.on(step, exits.success.to), self.on(step, exits.failure.to))
    }

    /// Goes on after something that answers at once with a `bool`.
    fn go_if(&self, step: usize, success: TokenStream, exits: Exits) -> TokenStream {
        let next = self.after(step);
        let (on_success, on_failure) = (self.to(exits.success.to), self.to(exits.failure.to));
        match (exits.success.to == next, exits.failure.to == next) {
            (true, true) => quote!(#success;),
            (true, false) => quote!(if !#success { #on_failure }),
            (false, true) => quote!(if #success { #on_success }),
            (false, false) if exits.success.to == exits.failure.to => quote!(#success; #on_success;),
            (false, false) => quote!(if #success { #on_success } else { #on_failure }),
        }
    }

    /// The jump from a step to a target. Nothing if the step falls through to the target.
    fn on(&self, step: usize, target: Target) -> TokenStream {
        if self.after(step) == target { TokenStream::new() } else { self.to(target) }
    }
}

/// Makes the state idle, and goes on.
fn leave(on: TokenStream) -> TokenStream {
    quote!(self.clear(); #on)
}
