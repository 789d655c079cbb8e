//! Frames: places with fields.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use crate::tree::generate::names::ident;
use crate::tree::generate::{Generator, index};
use crate::tree::ir::{Duration, Frame, Holds, PlaceId, RegionId};
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
pub struct Field {
    pub name: Ident,
    pub ty: TokenStream,
    /// What it is at the beginning.
    pub value: TokenStream,
}

impl Generator<'_> {
    /// The frame at a place that is one.
    pub fn frame_of(&self, region: RegionId, place: PlaceId) -> &Frame {
        match &self.machine.regions[region].places[place].holds {
            Holds::Frame(frame) => frame,
            Holds::Nothing | Holds::Begin | Holds::Leaf(_) => unreachable!("only frames have fields"),
        }
    }

    /// The fields of a frame.
    pub fn fields(&self, frame: &Frame) -> Vec<Field> {
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
    pub fn new_timer(&self, time: CodeId) -> TokenStream {
        let (at, value) = (self.span_of_value(time), self.count(time));
        let runtime = self.runtime_at(at);
        quote_spanned!(at=> #runtime::Timer::new(#value))
    }

    fn left(&self, children: usize) -> Field {
        let types = &self.interface.runtime;
        let (bytes, children) = (index(children.div_ceil(8)), index(children));
        Field {
            name: ident("left"),
            ty: quote!(#types::ChildrenLeft<#bytes>),
            value: quote!(#types::ChildrenLeft::all(#children)),
        }
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
        match frame {
            Frame::Cooldown { cell, .. } => Some(quote!(inputs.stopped(#cell);)),
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
}
