//! Frames: places with fields, and the functions that tick what is in them.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use super::code::own;
use super::names::ident;
use super::{Generator, index};
use crate::tree::ir::{Duration, Frame, Holds, Loop, Pick, PlaceId, RegionId, Rule};
use crate::tree::model::CodeId;

/// How a frame is begun.
pub struct Begin {
    /// `let` statements, one for each field.
    pub bindings: TokenStream,
    /// The fields as arguments of the frame's function.
    pub by_reference: TokenStream,
    /// The place that holds the fields.
    pub value: TokenStream,
}

/// A field of a frame.
struct Field {
    name: Ident,
    ty: TokenStream,
    /// What it is at the beginning.
    value: TokenStream,
}

impl Generator<'_> {
    fn frame_of(&self, region: RegionId, place: PlaceId) -> &Frame {
        match &self.machine.regions[region].places[place].holds {
            Holds::Frame(frame) => frame,
            Holds::Nothing | Holds::Begin | Holds::Leaf(_) => unreachable!("only frames have fields"),
        }
    }

    fn fields(&self, frame: &Frame) -> Vec<Field> {
        let state = |name: Ident, region: RegionId| {
            let ty = self.region_type(region);
            Field { name, ty: quote!(#ty), value: quote!(#ty::Idle) }
        };
        match frame {
            Frame::Group { child } => vec![state(ident("child"), *child)],
            Frame::Loop { count, child, .. } => {
                let at = self.span_of_value(*count);
                let left = Field { name: ident("left"), ty: quote_spanned!(at=> u32), value: self.count(*count) };
                vec![left, state(ident("child"), *child)]
            }
            Frame::Decorated { decorator, child } => {
                let made = self.made(*decorator);
                let decorator = Field { name: ident("decorator"), ty: made.ty.clone(), value: self.make(made) };
                vec![decorator, state(ident("child"), *child)]
            }
            Frame::Timer { duration } => vec![self.timer(*duration)],
            Frame::Timeout { duration, child } => {
                vec![self.timer(Duration::For(*duration)), state(ident("child"), *child)]
            }
            Frame::Every { duration, child, .. } => {
                let mut fields = self.beat(*duration);
                fields.push(state(ident("child"), *child));
                fields
            }
            Frame::Cooldown { child, .. } => vec![state(ident("child"), *child)],
            Frame::Pick { begins, child, .. } => vec![self.left(begins.len()), state(ident("child"), *child)],
            Frame::Observe { key, child } => vec![self.key(*key), state(ident("child"), *child)],
            Frame::Parallel { branches, .. } => {
                let name = |region: RegionId| ident(self.names.node(self.machine.regions[region].node));
                branches.iter().map(|&branch| state(name(branch), branch)).collect()
            }
        }
    }

    fn timer(&self, duration: Duration) -> Field {
        let types = &self.interface.runtime;
        let value = match duration {
            Duration::For(time) => self.new_timer(time),
            Duration::Between(least, most) => {
                let at = self.span_of_value(least);
                let (runtime, least, most) = (self.runtime_at(at), self.count(least), self.count(most));
                let rng = self.asked("draws", at);
                quote_spanned!(at=> { let (least, most) = (#least, #most); #runtime::between(#rng, least, most) })
            }
        };
        Field { name: ident("timer"), ty: quote!(#types::Timer), value }
    }

    /// The time to the next call, and the time between two, if it cannot be read in the tree again.
    fn beat(&self, duration: CodeId) -> Vec<Field> {
        let types = &self.interface.runtime;
        let field = |name: &str, value: TokenStream| Field { name: ident(name), ty: quote!(#types::Timer), value };
        if self.is_literal(duration) {
            return vec![field("left", self.new_timer(duration))];
        }
        vec![field("period", self.new_timer(duration)), field("left", quote!(period))]
    }

    /// A timer for a time.
    fn new_timer(&self, time: CodeId) -> TokenStream {
        let (at, value) = (self.span_of_value(time), self.count(time));
        let runtime = self.runtime_at(at);
        quote_spanned!(at=> #runtime::Timer::new(#value))
    }

    fn left(&self, children: usize) -> Field {
        let types = &self.interface.runtime;
        let (bytes, children) = (index(children.div_ceil(8)), index(children));
        Field { name: ident("left"), ty: quote!(#types::Left<#bytes>), value: quote!(#types::Left::all(#children)) }
    }

    fn key(&self, key: CodeId) -> Field {
        let (types, ty) = (&self.interface.runtime, self.type_of_key(key));
        Field { name: ident("key"), ty: quote!(#types::Option<#ty>), value: quote!(#types::None) }
    }

    /// The fields in the declaration of the state.
    pub fn frame_fields(&self, frame: &Frame) -> TokenStream {
        let fields = self.fields(frame).into_iter().map(|Field { name, ty, .. }| quote!(#name: #ty));
        quote!({ #(#fields),* })
    }

    /// The names of the fields that are states of children.
    pub fn frame_states(&self, frame: &Frame) -> Vec<Ident> {
        match frame {
            Frame::Parallel { .. } => self.fields(frame).into_iter().map(|field| field.name).collect(),
            Frame::Timer { .. } => Vec::new(),
            Frame::Group { .. }
            | Frame::Loop { .. }
            | Frame::Decorated { .. }
            | Frame::Timeout { .. }
            | Frame::Every { .. }
            | Frame::Cooldown { .. }
            | Frame::Pick { .. }
            | Frame::Observe { .. } => vec![ident("child")],
        }
    }

    /// What is done after the states of a frame have been aborted.
    pub fn frame_aborted(&self, frame: &Frame) -> Option<TokenStream> {
        let runtime = &self.runtime;
        match frame {
            Frame::Cooldown { cell, .. } => Some(quote!(#runtime::stopped(&mut kept[#cell..], span);)),
            _ => None,
        }
    }

    /// A pattern that binds the fields, and the fields as arguments.
    pub fn frame_pattern(&self, region: RegionId, place: PlaceId) -> (TokenStream, TokenStream) {
        let names: Vec<Ident> = self.fields(self.frame_of(region, place)).into_iter().map(|field| field.name).collect();
        let variant = self.names.place(region, place);
        (quote!(Self::#variant { #(#names),* }), quote!(#(#names),*))
    }

    pub fn frame_begin(&self, region: RegionId, place: PlaceId) -> Begin {
        let fields = self.fields(self.frame_of(region, place));
        let names: Vec<&Ident> = fields.iter().map(|field| &field.name).collect();
        let bindings = fields.iter().map(|Field { name, ty, value }| quote!(let mut #name: #ty = #value;));
        let variant = self.names.place(region, place);
        Begin {
            bindings: bindings.collect(),
            by_reference: quote!(#(&mut #names),*),
            value: quote!(Self::#variant { #(#names),* }),
        }
    }

    /// The function that ticks a frame.
    pub fn frame_function(&self, region: RegionId, place: PlaceId) -> TokenStream {
        let frame = self.frame_of(region, place);
        let function = self.names.frame(region, place);
        let (generics, inputs, step) = (self.context().generics(), self.inputs(), self.step());
        let fields = self.fields(frame).into_iter().map(|Field { name, ty, .. }| quote!(#name: &mut #ty));
        let body = match frame {
            Frame::Group { .. } => {
                let inputs = self.inputs_on();
                quote!(child.tick(#inputs))
            }
            Frame::Loop { turns, child, .. } => self.counted_loop(*turns, *child),
            Frame::Decorated { decorator, .. } => self.decorated(*decorator),
            Frame::Timer { .. } => quote!(timer.wait(span)),
            Frame::Timeout { .. } => self.timeout(),
            Frame::Every { duration, action, .. } => self.every(*duration, *action),
            Frame::Cooldown { cell, .. } => self.cooldown(*cell),
            Frame::Pick { pick, go_on_after, begins, child } => {
                self.pick(region, place, pick, *go_on_after, begins, *child)
            }
            Frame::Observe { key, child } => self.observe(*key, *child),
            Frame::Parallel { rule, branches } => self.parallel(*rule, branches),
        };
        quote!(fn #function #generics(#(#fields,)* #inputs) -> #step { #body })
    }

    fn counted_loop(&self, turns: Loop, child: RegionId) -> TokenStream {
        let (runtime, inputs, state) = (&self.runtime, self.inputs_on(), self.region_type(child));
        let Loop { again_after, result } = turns;
        quote! {
            if *left == 0 {
                return #runtime::ended(#again_after);
            }
            let mut began = #runtime::None;
            if #runtime::matches!(child, #state::Idle) {
                began = #runtime::Some(*span);
            }
            loop {
                if child.tick(#inputs)? != #again_after {
                    return #runtime::ended(#result);
                }
                *left -= 1;
                if *left == 0 {
                    return #runtime::ended(#again_after);
                }
                if began == #runtime::Some(*span) {
                    return #runtime::running();
                }
                began = #runtime::Some(*span);
            }
        }
    }

    fn decorated(&self, decorator: usize) -> TokenStream {
        let (runtime, inputs) = (&self.runtime, self.inputs_on());
        let decorator = self.made(decorator);
        let before = self.decorator(decorator, "before", quote!(decorator, context));
        let after = self.decorator(decorator, "after", quote!(decorator, context, status));
        quote! {
            if let #runtime::Some(status) = #before {
                child.abort(kept, span, context);
                return #runtime::step(status);
            }
            let status = #runtime::unless_error(child.tick(#inputs))?;
            if status.is_running() {
                span.use_up();
            }
            let status = #after;
            if !status.is_running() {
                child.abort(kept, span, context);
            }
            #runtime::step(status)
        }
    }

    fn timeout(&self) -> TokenStream {
        let (runtime, inputs) = (&self.runtime, self.inputs_on());
        quote! {
            let mut whole = *span;
            *span = timer.cut(whole);
            let step = child.tick(#inputs);
            if !#runtime::is_running(&step) {
                *span = timer.after(whole, *span);
                return step;
            }
            if timer.run_out(&mut whole) {
                *span = whole;
                child.abort(kept, span, context);
                return #runtime::ended(false);
            }
            step
        }
    }

    fn every(&self, duration: CodeId, action: CodeId) -> TokenStream {
        let (inputs, action) = (self.inputs_on(), self.act(action));
        let period = if self.is_literal(duration) { self.new_timer(duration) } else { quote!(*period) };
        quote! {
            let begin = *span;
            let step = child.tick(#inputs);
            for _ in 0..left.beats(#period, begin, *span, &step) {
                #action
            }
            step
        }
    }

    fn cooldown(&self, cell: usize) -> TokenStream {
        let (runtime, inputs) = (&self.runtime, self.inputs_on());
        quote! {
            let step = child.tick(#inputs);
            if !#runtime::is_running(&step) {
                #runtime::stopped(&mut kept[#cell..], span);
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
        quote! {
            loop {
                if #runtime::matches!(child, #state::Idle) {
                    if left.is_empty() {
                        return #runtime::ended(#go_on_after);
                    }
                    *child = match #picked { #(#others)* _ => #state::#last };
                }
                if child.tick(#inputs)? != #go_on_after {
                    return #runtime::ended(!#go_on_after);
                }
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
            if changed || span.looks() || #runtime::matches!(child, #state::Idle) {
                child.tick(#inputs)
            } else {
                child.resume(#inputs)
            }
        }
    }

    fn parallel(&self, rule: Rule, branches: &[RegionId]) -> TokenStream {
        let (runtime, inputs) = (&self.runtime, self.inputs_on());
        let names: Vec<Ident> =
            branches.iter().map(|&branch| ident(self.names.node(self.machine.regions[branch].node))).collect();
        let rule = match rule {
            Rule::Parallel { success, failure } => {
                quote!(#runtime::Rule::Parallel { success: #success, failure: #failure })
            }
            Rule::All { failure } => quote!(#runtime::Rule::All { failure: #failure }),
        };
        quote! {
            let ended = [#(#runtime::Branch::ended(#names)),*];
            let mut tally = #runtime::Tally::new(#rule, ended, span);
            let end = 'decided: {
                #(if let #runtime::Some(end) = tally.tick(#names, span, |branch, span| branch.tick(#inputs)) {
                    break 'decided end;
                })*
                return #runtime::running();
            };
            #(#names.abort(kept, span, context);)*
            end
        }
    }
}
