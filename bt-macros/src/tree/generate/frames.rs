//! Frames: places with fields, and the functions that tick what is in them.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use super::Generator;
use super::names::ident;
use crate::tree::ir::{Frame, Holds, Loop, PlaceId, RegionId, Rule};

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
            Holds::Nothing | Holds::Leaf(_) => unreachable!("only frames have fields"),
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
            Frame::Timeout { duration, child } => vec![self.timer(*duration), state(ident("child"), *child)],
            Frame::Parallel { branches, .. } => {
                let name = |region: RegionId| ident(self.names.node(self.machine.regions[region].node));
                branches.iter().map(|&branch| state(name(branch), branch)).collect()
            }
        }
    }

    fn timer(&self, duration: usize) -> Field {
        let at = self.span_of_value(duration);
        let (runtime, duration) = (self.runtime_at(at), self.count(duration));
        let types = &self.interface.runtime;
        let value = quote_spanned!(at=> #runtime::Timer::new(#duration));
        Field { name: ident("timer"), ty: quote!(#types::Timer), value }
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
            Frame::Group { .. } | Frame::Loop { .. } | Frame::Decorated { .. } | Frame::Timeout { .. } => {
                vec![ident("child")]
            }
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
                child.abort(kept, context);
                return #runtime::step(status);
            }
            let status = #runtime::unless_error(child.tick(#inputs))?;
            if status.is_running() {
                span.use_up();
            }
            let status = #after;
            if !status.is_running() {
                child.abort(kept, context);
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
                child.abort(kept, context);
                return #runtime::ended(false);
            }
            step
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
            #(#names.abort(kept, context);)*
            end
        }
    }
}
