//! How a step begins.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::{Writer, leave};
use crate::sorted::SortedSet;
use crate::tree::ir::{Act, Exits, PlaceId};
use crate::tree::outcome::Outcome;
use crate::tree::plan::places::Begins;

impl Writer<'_> {
    /// The code of a step, including the report of its start. `before` precedes it.
    pub(super) fn begin(&self, step: usize, before: TokenStream) -> TokenStream {
        if let (Act::Frame { place, exits }, true) = (&self.flow.steps[step].act, self.goes_on_where_it_begins(step)) {
            return self.frame_in_one_piece(step, *place, *exits, before);
        }
        let (start, begun) = (self.start(step), self.begun(step));
        let begun = self.generator.reading(self.reads(step), begun);
        quote!(#before #start #begun)
    }

    /// A frame with a single piece of code, which ticks it in its place whether it begins or continues.
    fn frame_in_one_piece(&self, step: usize, place: PlaceId, exits: Exits, before: TokenStream) -> TokenStream {
        let (generator, start, none) = (self.generator, self.start(step), &SortedSet::new());
        let (runtime, inputs, name) = (
            &generator.runtime,
            generator.inputs_to_begin(self.region, place, self.caller(none)),
            generator.names.place(self.region, place),
        );
        let (begin, ticked) =
            (generator.names.begin(self.region, place), self.frame(step, place, exits, &quote!(begins)));
        let begin = quote!(#start self.#begin(#inputs););
        if self.is_joined(step) {
            let begun = &self.begun[step];
            return quote!(#begun: { #before #begin } #ticked);
        }
        if generator.frame(self.region, place).has_start() {
            let begins = quote!(#runtime::matches!(self, Self::#name { .. }));
            return quote!(#before let begins = !#begins; if begins { #begin } #ticked);
        }
        quote!(#before match self { Self::#name { .. } => {} _ => { #begin } } #ticked)
    }

    /// Ticks a frame in its place. `begins` tells whether this is the first tick.
    fn frame(&self, step: usize, place: PlaceId, exits: Exits, begins: &TokenStream) -> TokenStream {
        let (generator, this) = (self.generator, &self.flow.steps[step]);
        let inputs = self.inputs_to_frame(place, exits, &SortedSet::new());
        let begins = generator.frame_begins(self.region, place, begins);
        let (pattern, fields) = generator.frame_pattern(self.region, place);
        let ticked = generator.tick_frame(self.region, place, &fields, &quote!(#begins #inputs));
        let ticked = self.reported(this, ticked, exits);
        let ticked = self.after_frame(step, place, exits, ticked, false);
        let other = if self.is_returned(step) { self.generator.ended(Outcome::Success) } else { quote!({}) };
        quote!(match self { #pattern => #ticked, _ => #other })
    }

    /// The code of a step.
    fn begun(&self, step: usize) -> TokenStream {
        let generator = self.generator;
        let this = &self.flow.steps[step];
        let node = this.node;
        let none = &SortedSet::new();
        match &self.flow.steps[step].act {
            Act::Leaf { leaf, place, exits }
                if generator.tree.plan.place(self.region, *place).begins == Begins::InLine =>
            {
                self.go_in_line(step, *place, *leaf, *exits)
            }
            Act::Leaf { place, exits, .. } => {
                let mut function = generator.names.begin(self.region, *place);
                let reads = self.generator.tree.model[node].uses.iter().copied().collect();
                if let Some(at) = generator.place_of_values(&reads, exits.success.value.map(|_| node)) {
                    function.set_span(at);
                }
                let values = generator.value_args(&reads, &self.plan.steps[step].takes, self.caller(none));
                let (out, inputs) = (self.out(*exits), generator.inputs_on());
                let out = out.map(|out| quote!(#out,));
                let ticked = self.bound(quote!(self.#function(#values #out #inputs)), *exits);
                if self.goes_on_where_it_begins(step) {
                    let (success, failure) = (self.on(step, exits.success.to), self.on(step, exits.failure.to));
                    return generator.after(ticked, leave(success), leave(failure));
                }
                self.go(step, ticked, *exits)
            }
            Act::Call { call, place: Some(place), exits } => {
                let call = self.reported(this, generator.call(call, node, self.out(*exits)), *exits);
                let place = generator.names.place(self.region, *place);
                self.rest(step, call, quote!(Self::#place), *exits)
            }
            Act::Call { call, place: None, exits } => {
                self.go_if(step, self.reported(this, generator.call(call, node, self.out(*exits)), *exits), *exits)
            }
            Act::Frame { place, exits } => {
                let (begin, ticked) =
                    (generator.names.begin(self.region, *place), self.frame(step, *place, *exits, &quote!(true)));
                let inputs = generator.inputs_to_begin(self.region, *place, self.caller(none));
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
            Act::Mock { exits, node: begins } => self.mocked(step, *exits, *begins),
            Act::Choose { choice, exits } => {
                let ways: Vec<TokenStream> = exits.iter().map(|&exit| self.leave(node, exit)).collect();
                let out = this.act.matches().map(|value| generator.bound(value).to_token_stream());
                generator.choose(choice, &ways, node, out.as_ref())
            }
        }
    }

    /// Begins something that may answer running. If it does, its place becomes the state.
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

    /// The code after `success`, an expression of type `bool`: success and failure each go to their exit.
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
}
