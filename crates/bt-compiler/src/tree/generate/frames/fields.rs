//! The fields of frames, as in the layout: their types and initial values.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use crate::tokens::own;
use crate::tree::generate::names::ident;
use crate::tree::generate::{Generator, index};
use crate::tree::ir::frame::{Data, Duration, Time};
use crate::tree::ir::{CellId, CodeId, PlaceId, RegionId, ValueId};
use crate::tree::model::Number;
use crate::tree::plan::layout;
use crate::tree::plan::slots::TimerSize;

/// A field of a frame.
pub struct Field {
    pub name: Ident,
    pub ty: TokenStream,
    /// Its initial value.
    pub value: TokenStream,
    /// Whether the next field has the same initial value.
    pub is_repeated: bool,
    /// The region of a child, if it is the state of one.
    pub state_of: Option<RegionId>,
}

impl Generator<'_> {
    /// The fields of a frame.
    pub fn fields(&self, region: RegionId, place: PlaceId) -> Vec<Field> {
        let fields = self.tree.plan.layout.fields(region, place);
        let repeats = |field: &layout::Field| matches!(field.data, Data::Timer(Time::AsBefore(_)));
        let field = |at: usize| Field {
            is_repeated: fields.get(at + 1).is_some_and(repeats),
            ..self.field(region, place, &fields[at], at.checked_sub(1).map(|at| &fields[at]))
        };
        (0..fields.len()).map(field).collect()
    }

    fn field(&self, region: RegionId, place: PlaceId, field: &layout::Field, before: Option<&layout::Field>) -> Field {
        let types = &self.interface.runtime;
        let (ty, value) = match &field.data {
            &Data::State(child) => {
                let ty = self.region_type(child);
                (quote!(#ty), quote!(#ty::Idle))
            }
            Data::Zero => (quote!(u32), quote!(0)),
            &Data::Count(code) => {
                let at = self.span_of_value(code);
                (quote_spanned!(at=> u32), self.value_of(code))
            }
            Data::Flag => (quote!(bool), quote!(false)),
            Data::Ended => (quote!(#types::Option<bool>), quote!(#types::None)),
            &Data::Left(children) => {
                let (bytes, children) = (index(children.div_ceil(8)), index(children));
                (quote!(#types::ChildrenLeft<#bytes>), quote!(#types::ChildrenLeft::all(#children)))
            }
            &Data::Timer(time) => {
                let size = field.timer.expect("the size of a timer is known");
                let value = match (time, before) {
                    (Time::AsBefore(_), Some(before)) => {
                        let before = ident(&before.name);
                        quote!(#before)
                    }
                    (Time::AsBefore(_), None) => unreachable!("there is a field before it"),
                    (Time::Lasts(duration), _) => self.timer(duration, size),
                };
                (self.timer_type(size, types), value)
            }
            &Data::Margin(code) => {
                let margin = self.number(Number::Code(code));
                (quote!(#types::Margin), quote!(#types::Margin::new(#margin)))
            }
            &Data::Custom(custom) => {
                let made = self.made(custom);
                (made.ty.clone(), self.make(made))
            }
            &Data::Key(key) => (self.type_of_key(key), self.key_of(key)),
            &Data::SeenKey(key) => {
                let ty = self.type_of_key(key);
                (quote!(#types::Option<#ty>), quote!(#types::None))
            }
            &Data::Held(value) => (self.held_slot(region, place, value), self.begin_to_hold(value)),
            &Data::Kept(value) => {
                let ty = self.type_of(value, types);
                (quote!(#types::Option<#ty>), quote!(#types::None))
            }
            &Data::Given(node) => {
                let ty = self.type_of_used_value(node, types);
                (quote!(#types::Option<#ty>), quote!(#types::None))
            }
            &Data::EndedWith(node) => {
                let ty = self.type_of_used_value(node, types);
                (quote!(#types::Option<#types::Result<#ty, ()>>), quote!(#types::None))
            }
            Data::ItemNumber => (quote!(#types::ItemNumber), quote!(#types::ItemNumber::default())),
            &Data::Item(value) => {
                let ty = self.type_of(value, types);
                (quote!(#types::Item<#ty>), quote!(#types::Item::NONE))
            }
        };
        Field { name: ident(&field.name), ty, value, is_repeated: false, state_of: field.data.state_of() }
    }

    /// What a group initially holds of a value.
    fn begin_to_hold(&self, value: ValueId) -> TokenStream {
        let (runtime, name) = (&self.runtime, self.bound(value));
        quote!(#runtime::Held::__value_in(#runtime::given(#name.take())))
    }

    /// A timer.
    fn timer(&self, duration: Duration, size: TimerSize) -> TokenStream {
        match duration {
            Duration::For(time) => self.new_timer(time),
            Duration::Between(least, most) => self.drawn(least, most, size),
            Duration::Since(cell, time) => self.since(cell, time),
        }
    }

    /// A timer for the remainder of a time since a kept moment.
    fn since(&self, cell: CellId, time: CodeId) -> TokenStream {
        let (at, value, cell) = (self.span_of_value(time), self.time(time), cell.0);
        let inputs = own("inputs", at);
        quote_spanned!(at=> #inputs.since(#cell, #value))
    }

    /// A timer for a time that is drawn between two.
    fn drawn(&self, least: CodeId, most: CodeId, size: TimerSize) -> TokenStream {
        let at = self.span_of_value(least);
        let runtime = self.runtime_at(at);
        let (least, most) = (self.time(least), self.time(most));
        let rng = self.context_with("draws", at);
        let drawn = quote_spanned!(at=> { let (least, most) = (#least, #most); #runtime::between(#rng, least, most) });
        match size {
            TimerSize::Long => drawn,
            TimerSize::Short | TimerSize::Constant(..) => {
                let timer = self.timer_type(size, &runtime.into_token_stream());
                quote_spanned!(at=> <#timer>::of(#drawn))
            }
        }
    }
}
